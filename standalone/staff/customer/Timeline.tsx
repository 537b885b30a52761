import { useState } from 'react';
import styled from 'styled-components';
import { timelineLimit } from '../../../server/domain/staff/timelineLimit.ts';
import { Choice, Choices } from '../../dashboard/Choices.tsx';
import { EmptyState } from '../../layout/EmptyState.tsx';
import type { Customer } from '../queries.ts';
import { useMoment } from '../useMoment.ts';
import { Listing } from './Listing.ts';

const Foot = styled.p`
  color: ${({ theme }) => theme.colors.secondary60};
`;

type Entries = Customer['timeline'];
type Source = Entries[number]['source'];

const sources: readonly (readonly [Source, string])[] = [
  ['onboarding', 'Onboarding'],
  ['provider', 'Providers'],
  ['money', 'Money'],
  ['mail', 'Mail'],
  ['staff', 'Staff'],
];

const names = new Map(sources);

/** The events of a customer, newest first, of every source or of one. */
export function Timeline({ entries }: { entries: Entries }) {
  const moment = useMoment();
  const [only, setOnly] = useState<Source | null>(null);
  const shown = only === null ? entries : entries.filter(({ source }) => source === only);
  return (
    <>
      <Choices label="Source">
        <Choice isChosen={only === null} onChoose={() => setOnly(null)}>
          Everything
        </Choice>
        {sources.map(([source, name]) => (
          <Choice key={source} isChosen={only === source} onChoose={() => setOnly(source)}>
            {name}
          </Choice>
        ))}
      </Choices>
      {shown.length === 0 ? (
        <EmptyState heading="Nothing yet">What happens to this customer appears here as it happens.</EmptyState>
      ) : (
        <Listing aria-label="Timeline">
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col">What</th>
              <th scope="col">Source</th>
            </tr>
          </thead>
          <tbody>
            {keyed(shown).map(([key, { at, text, source }]) => (
              <tr key={key}>
                <td data-kind="moment">{moment(at)}</td>
                <td>{text}</td>
                <td data-kind="aside">{names.get(source)}</td>
              </tr>
            ))}
          </tbody>
        </Listing>
      )}
      {entries.length >= timelineLimit && (
        <Foot>Of purchases, repayments, mails, acts of staff and other events, the newest {timelineLimit} each are shown.</Foot>
      )}
    </>
  );
}

/** Returns each entry with a unique key. Entries have no id and may be equal, so equal ones are numbered. */
function keyed(entries: Entries): [string, Entries[number]][] {
  const seen = new Map<string, number>();
  return entries.map((entry) => {
    const words = `${entry.at} ${entry.source} ${entry.text}`;
    const count = (seen.get(words) ?? 0) + 1;
    seen.set(words, count);
    return [`${words} ${count}`, entry];
  });
}
