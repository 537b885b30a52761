import { Button } from '@bigcommerce/big-design';
import { useState } from 'react';
import styled from 'styled-components';
import { reportTitles } from '../../../server/domain/reports/reportTitles.ts';
import { noStatements, statementsExplanation } from '../../../server/domain/reports/reportWords.ts';
import { emptyStatementsWords, type StatementKind, statementOffers } from '../../../server/domain/reports/statements.ts';
import { useReceiver } from '../../session/receiver.ts';
import { Choice, Choices } from '../Choices.tsx';
import { useDownloads } from '../downloads/downloads.ts';
import { useViewDate } from '../today.ts';
import { type StatementFormat, statementDownload } from './reportDownloads.ts';
import { Explanation } from './reportStyles.ts';

const Months = styled.ul`
  list-style: none;
  margin: 0;
  padding: 0;

  li {
    align-items: center;
    display: flex;
    gap: 0.5rem;
    justify-content: space-between;
    padding: 0.25rem 0;
  }

  li + li {
    border-top: 1px solid ${({ theme }) => theme.colors.secondary20};
  }

  div {
    display: flex;
    flex: none;
  }

  .bd-button {
    margin: 0;
    width: auto;
  }
`;

const kinds: readonly StatementKind[] = ['card', 'repayments'];
const formats: readonly { name: string; accept: StatementFormat }[] = [
  { name: 'PDF', accept: 'application/pdf' },
  { name: 'CSV', accept: 'text/csv' },
];

/** The statements of the last twelve months, of the card and of the repayments. */
export function StatementsReport({ onStart }: { onStart?: () => void }) {
  const { receiver } = useReceiver();
  const downloads = useDownloads();
  const { shown_now } = useViewDate();
  const [kind, setKind] = useState<StatementKind>('card');
  if (!receiver.see_statements) return <p>{noStatements}</p>;
  const empty = emptyStatementsWords(new Date(receiver.created_at), shown_now);
  return (
    <>
      <Explanation>{statementsExplanation}</Explanation>
      {empty !== null && <p>{empty}</p>}
      <Choices label="Kind of statement">
        {kinds.map((one) => (
          <Choice key={one} isChosen={one === kind} onChoose={() => setKind(one)}>
            {reportTitles[one]}
          </Choice>
        ))}
      </Choices>
      <Months>
        {statementOffers(kind, shown_now).map((offer) => (
          <li key={offer.month}>
            {offer.label}
            <div>
              {formats.map(({ name, accept }) => (
                <Button
                  key={name}
                  variant="subtle"
                  aria-label={`${offer.label}, ${name}`}
                  onClick={() => {
                    downloads.start(statementDownload(receiver, offer, accept));
                    onStart?.();
                  }}
                >
                  {name}
                </Button>
              ))}
            </div>
          </li>
        ))}
      </Months>
    </>
  );
}
