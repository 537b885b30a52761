import { Button, InlineStack, Text } from '@shopify/polaris';
import type { BankAccountAnswer } from '../../server/contract/bank.ts';
import type { PayNowAnswer } from '../../server/contract/payNow.ts';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import type { TransactionDetails } from '../../server/contract/transactions.ts';
import { formatDay } from '../../server/domain/basics/dateFormats.ts';
import { type IsoDate, isoDate } from '../../server/domain/basics/dates.ts';
import { describeForeign } from '../../server/domain/basics/foreignMoney.ts';
import { cents, formatUsd } from '../../server/domain/basics/money.ts';
import { cardInWords } from '../../server/domain/card/namedCard.ts';
import { describePurchaseDebit, dueVerb } from '../../server/domain/repayment/debitWords.ts';
import { isDueDrawn } from '../../server/domain/repayment/dueDrawn.ts';
import { whyPurchaseNotPayable } from '../../server/domain/repayment/payNow.ts';
import { cardTransactionType } from '../../server/domain/table/activity.ts';
import { cardEventSentence, cardStatusWords } from '../../server/domain/table/statusWords.ts';
import { LocalMoment, useOtherUtcDay } from '../components/LocalTime.tsx';
import { TitledCard } from '../components/TitledCard.tsx';
import { History, Lead } from './DetailParts.tsx';

type Details = Extract<TransactionDetails, { tab: 'card' }>;

interface CardDetailsProps {
  details: Details;
  receiver: ReceiverAnswer;
  /** The account that is debited; null where the bank could not be asked. */
  account: BankAccountAnswer | null;
  /** The effect of paying for it now; null for a person who may not pay. */
  payment: PayNowAnswer | null;
  /** The program's day. */
  today: IsoDate;
}

/** The details of a card transaction: its merchant, its status and history, and the repayment date with the reason for it, where it has one. */
export function CardDetails({ details, receiver, account, payment, today }: CardDetailsProps) {
  const { row, merchant, pending_cents, settled_at, repayment, history } = details;
  const dated = useOtherUtcDay(row.created_at);
  return (
    <>
      <Lead
        amount_cents={row.amount_cents}
        name={merchant.descriptor}
        facts={[
          { label: 'Type', value: cardTransactionType(row) },
          { label: 'Status', value: cardStatusWords(row) },
          { label: 'Made', value: <LocalMoment at={row.created_at} /> },
          { label: 'Dated', value: dated },
          { label: 'Settled', value: settled_at && <LocalMoment at={settled_at} /> },
          { label: 'Price', value: row.foreign && describeForeign(row.foreign, cents(row.amount_cents)) },
          { label: 'Still held', value: pending_cents > 0 ? formatUsd(cents(pending_cents)) : null },
          { label: 'Place', value: [merchant.city, merchant.state, merchant.country].filter((part) => part).join(', ') },
          { label: 'Card', value: row.card && cardInWords(row.card) },
          { label: 'Person', value: row.card?.holder ?? null },
        ]}
      />
      {repayment && <Repayment details={details} repayment={repayment} receiver={receiver} account={account} payment={payment} today={today} />}
      <History events={history.map((event) => ({ at: event.at, text: cardEventSentence(event) }))} />
    </>
  );
}

function Repayment({
  details: { row, pending_cents },
  repayment,
  receiver,
  account,
  payment,
  today,
}: CardDetailsProps & { repayment: NonNullable<Details['repayment']> }) {
  const due = isoDate(repayment.date);
  const debitDate = repayment.debit_date === null ? null : isoDate(repayment.debit_date);
  const isPurchase = row.amount_cents > 0;
  return (
    <TitledCard title="Repayment">
      <InlineStack align="space-between">
        <Text as="span" tone="subdued">
          {dueVerb(due, today)}
        </Text>
        <Text as="span">{formatDay(repayment.date)}</Text>
      </InlineStack>
      <Text as="p">{[repayment.reason, repayment.debit_reason].filter((reason) => reason !== null).join(' ')}</Text>
      {isPurchase && debitDate !== null && isDueDrawn(receiver, due) && (
        <Text as="p">{describePurchaseDebit({ plan: receiver.payment_plan, debitDate, today, account })}</Text>
      )}
      {isPurchase && payment && <PayPurchase id={row.id} payment={payment} pending_cents={pending_cents} payable={receiver.payable} />}
    </TitledCard>
  );
}

interface PayPurchaseProps {
  id: string;
  payment: PayNowAnswer;
  pending_cents: number;
  payable: ReceiverAnswer['payable'];
}

/** The way to pay a purchase now, or why it cannot be paid. */
function PayPurchase({ id, payment: { amount_cents }, pending_cents, payable }: PayPurchaseProps) {
  const why = whyPurchaseNotPayable({ amount_cents, pending_cents, payable });
  if (why !== null) return <Text as="p">{why}</Text>;
  return (
    <InlineStack>
      <Button url={`/shopify/payments?${new URLSearchParams({ purchase: id })}`}>{`Pay ${formatUsd(cents(amount_cents))} now`}</Button>
    </InlineStack>
  );
}
