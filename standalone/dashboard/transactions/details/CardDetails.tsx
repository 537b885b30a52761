import type { TransactionDetails } from '../../../../server/contract/transactions.ts';
import { describeForeign } from '../../../../server/domain/basics/foreignMoney.ts';
import { cents, formatUsd } from '../../../../server/domain/basics/money.ts';
import { explainDecline } from '../../../../server/domain/card/declines.ts';
import { cardTransactionType } from '../../../../server/domain/table/activity.ts';
import { formatDay } from '../../formatDay.ts';
import { Facts, formatMoment, Heading, History, nameOf, Part } from './parts.tsx';

type Details = Extract<TransactionDetails, { tab: 'card' }>;

/** The details of a purchase or refund: its merchant, its status and history, and its repayment date with the reason for it. */
export function CardDetails({ details: { row, merchant, card_last_four, pending_cents, settled_at, repayment, history } }: { details: Details }) {
  return (
    <>
      <Heading amount_cents={row.amount_cents}>{merchant.descriptor}</Heading>
      <Facts
        facts={[
          ['Type', cardTransactionType({ amount_cents: cents(row.amount_cents) })],
          ['Status', nameOf(row.status)],
          ['Made', formatMoment(row.created_at)],
          ['Settled', settled_at && formatMoment(settled_at)],
          ['Price', row.foreign && describeForeign(row.foreign, cents(row.amount_cents))],
          ['Still held', pending_cents > 0 ? formatUsd(cents(pending_cents)) : null],
          ['Place', [merchant.city, merchant.state, merchant.country].filter((part) => part).join(', ')],
          ['Card', card_last_four && `•••• ${card_last_four}`],
        ]}
      />
      <Part title="Repayment">
        <Facts
          facts={[
            ['Due', formatDay(repayment.date)],
            ['Debited', repayment.debit_reason === null ? null : formatDay(repayment.debit_date)],
          ]}
        />
        <p>{[repayment.reason, repayment.debit_reason].filter((reason) => reason !== null).join(' ')}</p>
      </Part>
      <History events={history.map((event) => ({ at: event.at, text: describeEvent(event) }))} />
    </>
  );
}

function describeEvent({ type, result, amount_cents }: Details['history'][number]): string {
  const decline = explainDecline(result);
  return `${nameOf(type)} of ${formatUsd(cents(amount_cents))}${decline ? `: ${decline.reason}` : ''}`;
}
