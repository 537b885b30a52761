import styled from 'styled-components';
import { cents, formatUsd } from '../../../server/domain/basics/money.ts';
import { EmptyState } from '../../layout/EmptyState.tsx';
import type { Customer } from '../queries.ts';
import { useMoment } from '../useMoment.ts';
import { Listing } from './Listing.ts';

const Balances = styled.dl`
  display: grid;
  gap: 0.75rem 2rem;
  grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr));
  margin: 0 0 1.5rem;

  dt::first-letter {
    text-transform: uppercase;
  }

  dt {
    color: ${({ theme }) => theme.colors.secondary60};
  }

  dd {
    font-size: ${({ theme }) => theme.typography.fontSize.large};
    margin: 0;
  }
`;

/** Writes a stored name as people read it. */
const inWords = (name: string) => name.replaceAll('_', ' ').replace('authorisation', 'authorization');

/** The balances of a customer's accounts, and the newest transfers between them. */
export function Ledger({ ledger: { balances, transfers } }: Pick<Customer, 'ledger'>) {
  const moment = useMoment();
  if (transfers.length === 0) return <EmptyState heading="Nothing booked yet">Purchases, repayments and credits appear here once they are booked.</EmptyState>;
  return (
    <>
      <Balances>
        {Object.entries(balances).map(([account, balance]) => (
          <div key={account}>
            <dt>{inWords(account)}</dt>
            <dd>{formatUsd(cents(balance))}</dd>
          </div>
        ))}
      </Balances>
      <Listing aria-label="Bookings">
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">What</th>
            <th scope="col">Debit</th>
            <th scope="col">Credit</th>
            <th scope="col" data-kind="amount">
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {transfers.map(({ at, kind, debit_account, credit_account, amount_cents, subject_id }) => (
            <tr key={`${at} ${kind} ${subject_id} ${debit_account} ${credit_account} ${amount_cents}`}>
              <td data-kind="moment">{moment(at)}</td>
              <td title={subject_id ?? undefined}>{inWords(kind)}</td>
              <td data-kind="aside" data-label="Debit">
                {inWords(debit_account)}
              </td>
              <td data-kind="aside" data-label="Credit">
                {inWords(credit_account)}
              </td>
              <td data-kind="amount">{formatUsd(cents(amount_cents))}</td>
            </tr>
          ))}
        </tbody>
      </Listing>
    </>
  );
}
