import { Button } from '@bigcommerce/big-design';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import styled from 'styled-components';
import type { CardMonthAnswer, getCardMonths } from '../../../server/contract/reports.ts';
import { cents, formatUsd } from '../../../server/domain/basics/money.ts';
import { formatMonth, lastTwelveMonths, type Month, monthOf, readMonth } from '../../../server/domain/basics/periods.ts';
import { cardInWords } from '../../../server/domain/card/namedCard.ts';
import { type CardMonthGroup, cardMonthGroups, cardMonthTexts } from '../../../server/domain/reports/cardMonths.ts';
import { PlainSelect } from '../../forms/PlainSelect.tsx';
import { ButtonRow } from '../../layout/ButtonRow.ts';
import { ColumnHeads } from '../../layout/ColumnHeads.tsx';
import { ErrorState } from '../../layout/ErrorState.tsx';
import { Skeleton } from '../../layout/Skeleton.tsx';
import { SumTable } from '../../layout/SumTable.ts';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';
import { Choice, Choices } from '../Choices.tsx';
import { useDownloads } from '../downloads/downloads.ts';
import { useViewDate } from '../today.ts';
import { cardMonthDownload } from './reportDownloads.ts';
import { Explanation } from './reportStyles.ts';

/** A phone has no room for four columns with names in whole words. */
const Scroll = styled.div`
  margin: 1rem 0;
  overflow-x: auto;
`;

const Grid = styled(SumTable)`
  th,
  td {
    padding: 0.625rem 0.5rem;
  }

  th:first-child,
  td:first-child {
    min-width: 7.5rem;
    overflow-wrap: break-word;
    text-align: left;
  }
`;

/** What was bought and returned in a month with each card, or by each person, and its file. */
export function CardMonths() {
  const { receiver } = useReceiver();
  const { token } = receiver;
  const api = useApi();
  const downloads = useDownloads();
  const { shown_now } = useViewDate();
  const [by, setBy] = useState<CardMonthGroup>('card');
  const [month, setMonth] = useState<Month>(() => monthOf(shown_now));
  const { data, error, refetch } = useQuery({
    queryKey: ['dashboard', token, 'card-months', by, month],
    queryFn: ({ signal }) => api.call<typeof getCardMonths>('GET /api/users/:token/card_months', { params: { token }, query: { by, month }, signal }),
  });
  return (
    <>
      <Choices label="Cards or people">
        {cardMonthGroups.map((one) => (
          <Choice key={one} isChosen={one === by} onChoose={() => setBy(one)}>
            {cardMonthTexts.groups[one]}
          </Choice>
        ))}
      </Choices>
      <PlainSelect
        label="Month"
        options={lastTwelveMonths(shown_now).map((one) => ({ value: one, label: formatMonth(one) }))}
        value={month}
        onChoose={(chosen) => setMonth(readMonth(chosen))}
      />
      {data ? (
        <Sums answer={data} />
      ) : error ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Skeleton label="Loading the month" lines={4} />
      )}
      <ButtonRow>
        <Button variant="secondary" disabled={!data?.rows.length} onClick={() => downloads.start(cardMonthDownload(receiver, { by, month }))}>
          Download CSV
        </Button>
      </ButtonRow>
    </>
  );
}

function Sums({ answer: { by, rows, total } }: { answer: CardMonthAnswer }) {
  if (rows.length === 0) return <Explanation role="status">{cardMonthTexts.nothing}</Explanation>;
  return (
    <Scroll tabIndex={0} role="region" aria-label={cardMonthTexts.groups[by]}>
      <Grid aria-label={cardMonthTexts.groups[by]}>
        <thead>
          <tr>
            <ColumnHeads headings={cardMonthTexts.headings[by]} />
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, last_four, ...sum }) => (
            <SumLine key={key} name={last_four === null ? name : cardInWords({ name, last_four })} sum={sum} />
          ))}
        </tbody>
        <tfoot>
          <SumLine name="Total" sum={total} />
        </tfoot>
      </Grid>
    </Scroll>
  );
}

function SumLine({ name, sum: { purchases_cents, refunds_cents, count } }: { name: string; sum: CardMonthAnswer['total'] }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{formatUsd(cents(purchases_cents))}</td>
      <td>{formatUsd(cents(refunds_cents))}</td>
      <td>{count}</td>
    </tr>
  );
}
