import { useQuery } from '@tanstack/react-query';
import type { TransactionDetails } from '../../../../server/contract/transactions.ts';
import { formatDay, formatMoment, otherUtcDay } from '../../../../server/domain/basics/dateFormats.ts';
import { isoDate } from '../../../../server/domain/basics/dates.ts';
import { describeForeign } from '../../../../server/domain/basics/foreignMoney.ts';
import { cents, formatUsd } from '../../../../server/domain/basics/money.ts';
import { cardInWords } from '../../../../server/domain/card/namedCard.ts';
import { describePurchaseDebit, dueVerb } from '../../../../server/domain/repayment/debitWords.ts';
import { isDueDrawn } from '../../../../server/domain/repayment/dueDrawn.ts';
import { cardTransactionType } from '../../../../server/domain/table/activity.ts';
import { cardEventSentence, cardStatusWords } from '../../../../server/domain/table/statusWords.ts';
import { useReceiver } from '../../../session/receiver.ts';
import { useApi } from '../../../session/session.ts';
import { bankAccountQuery } from '../../queries.ts';
import { useProgramDay } from '../../today.ts';
import { PayPurchase } from './PayPurchase.tsx';
import { Facts, Heading, History, Part } from './parts.tsx';

type Details = Extract<TransactionDetails, { tab: 'card' }>;

/** The details of a card transaction: its merchant, its status and history, and the repayment date with the reason for it, where it has one. */
export function CardDetails({ details: { row, merchant, pending_cents, settled_at, repayment, history } }: { details: Details }) {
  return (
    <>
      <Heading amount_cents={row.amount_cents}>{merchant.descriptor}</Heading>
      <Facts
        facts={[
          ['Type', cardTransactionType(row)],
          ['Status', cardStatusWords(row)],
          ['Made', formatMoment(row.created_at)],
          ['Dated', otherUtcDay(row.created_at)],
          ['Settled', settled_at && formatMoment(settled_at)],
          ['Price', row.foreign && describeForeign(row.foreign, cents(row.amount_cents))],
          ['Still held', pending_cents > 0 ? formatUsd(cents(pending_cents)) : null],
          ['Place', [merchant.city, merchant.state, merchant.country].filter((part) => part).join(', ')],
          ['Card', row.card && cardInWords(row.card)],
          ['Person', row.card?.holder ?? null],
        ]}
      />
      {repayment && <Repayment row={row} repayment={repayment} pending_cents={pending_cents} />}
      <History events={history.map((event) => ({ at: event.at, text: cardEventSentence(event) }))} />
    </>
  );
}

type DueOn = NonNullable<Details['repayment']>;

function Repayment({ row, repayment, pending_cents }: Pick<Details, 'row' | 'pending_cents'> & { repayment: DueOn }) {
  const today = useProgramDay();
  const debit = useDebit(repayment);
  const due = isoDate(repayment.date);
  return (
    <Part title="Repayment">
      <Facts facts={[[dueVerb(due, today), formatDay(repayment.date)]]} />
      <p>{[repayment.reason, repayment.debit_reason].filter((reason) => reason !== null).join(' ')}</p>
      {row.amount_cents > 0 && debit !== null && <p>{debit}</p>}
      {row.amount_cents > 0 && <PayPurchase token={row.id} pending_cents={pending_cents} />}
    </Part>
  );
}

/** Says when and from where the bank is debited for what is due; null where it is paid, where nothing is drawn by itself, or where an arrangement says it. */
function useDebit({ date, debit_date }: DueOn): string | null {
  const { receiver } = useReceiver();
  const today = useProgramDay();
  const isDrawn = debit_date !== null && isDueDrawn(receiver, isoDate(date));
  const { data: account } = useQuery({ ...bankAccountQuery(useApi(), receiver.token), enabled: isDrawn });
  return isDrawn ? describePurchaseDebit({ plan: receiver.payment_plan, debitDate: isoDate(debit_date), today, account: account ?? null }) : null;
}
