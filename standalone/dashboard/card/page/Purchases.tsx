import { Button } from '@bigcommerce/big-design';
import { useState } from 'react';
import styled from 'styled-components';
import type { CardAnswer } from '../../../../server/contract/card.ts';
import { formatShortDate } from '../../../../server/domain/basics/dateFormats.ts';
import { cents, formatUsd } from '../../../../server/domain/basics/money.ts';
import { isCounted } from '../../../../server/domain/card/card.ts';
import { nothingBought } from '../../../../server/domain/card/overCard.ts';
import { statusLabel } from '../../../../server/domain/table/filters.ts';
import { Card } from '../../../layout/Card.tsx';
import { EmptyState } from '../../../layout/EmptyState.tsx';
import { ErrorState } from '../../../layout/ErrorState.tsx';
import { ListFoot } from '../../../layout/ListFoot.ts';
import { Money } from '../../../layout/Money.tsx';
import { Skeleton } from '../../../layout/Skeleton.tsx';
import type { CardSwitch } from '../../home/useCardSwitch.ts';

const Table = styled.table`
  border-collapse: collapse;
  width: 100%;

  th,
  td {
    border-top: 1px solid ${({ theme }) => theme.colors.secondary20};
    overflow-wrap: anywhere;
    padding: 0.625rem 0.5rem 0.625rem 0;
    text-align: left;
    vertical-align: top;
  }

  th {
    border-top: 0;
    color: ${({ theme }) => theme.colors.secondary60};
    font-weight: ${({ theme }) => theme.typography.fontWeight.regular};
  }

  s {
    color: ${({ theme }) => theme.colors.secondary60};
  }

  small {
    color: ${({ theme }) => theme.colors.secondary60};
    display: block;
    font-size: inherit;
  }

  th:first-child,
  td:first-child,
  th:last-child,
  td:last-child {
    white-space: nowrap;
  }

  th:last-child,
  td:last-child {
    padding-right: 0;
    text-align: right;
  }
`;

const rowsAtFirst = 10;

/** The card's purchases, the newest first, on the days of the transactions table. Declined ones stand above, with reason and remedy. */
export function Purchases({ cardSwitch: { card, failure, retry }, isClosed }: { cardSwitch: CardSwitch; isClosed: boolean }) {
  const nothing = nothingBought(isClosed);
  const [isWhole, setIsWhole] = useState(false);
  const rows = card?.transactions ?? [];
  const shown = isWhole ? rows : rows.slice(0, rowsAtFirst);
  return (
    <Card title="Purchases with this card">
      {card === undefined && failure !== null && <ErrorState message={failure.message} onRetry={retry} />}
      {card === undefined && failure === null && <Skeleton label="Loading the purchases" lines={6} />}
      {card !== undefined && rows.length === 0 && <EmptyState heading={nothing.heading}>{nothing.text}</EmptyState>}
      {shown.length > 0 && (
        <Table>
          <thead>
            <tr>
              <th scope="col">Date</th>
              <th scope="col">Merchant</th>
              <th scope="col">Amount</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <Row key={row.token} row={row} />
            ))}
          </tbody>
        </Table>
      )}
      {rows.length > shown.length && (
        <ListFoot>
          <p>
            The newest {shown.length} of {rows.length}
            {card?.has_more_transactions && ' and more'}
          </p>
          <Button variant="secondary" onClick={() => setIsWhole(true)}>
            Show all
          </Button>
        </ListFoot>
      )}
    </Card>
  );
}

/** An amount that never moved money is crossed out. */
function Row({ row: { status, amount_cents, created_at, raw_data } }: { row: CardAnswer['transactions'][number] }) {
  return (
    <tr>
      <td>{formatShortDate(new Date(created_at), 'UTC')}</td>
      <td>
        {raw_data.merchant.descriptor}
        <small>{statusLabel(status.toLowerCase())}</small>
      </td>
      <td>{isCounted({ status }) ? <Money amount={cents(amount_cents)} /> : <s>{formatUsd(cents(amount_cents))}</s>}</td>
    </tr>
  );
}
