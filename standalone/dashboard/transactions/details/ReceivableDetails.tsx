import type { TransactionDetails } from '../../../../server/contract/transactions.ts';
import { formatMoment, otherUtcDay } from '../../../../server/domain/basics/dateFormats.ts';
import { Facts, Heading, nameOf } from './parts.tsx';

type Details = Extract<TransactionDetails, { tab: 'receivables' }>;

/** The details of a transaction of the connected store. */
export function ReceivableDetails({ details }: { details: Details }) {
  const { row, store_name, order_id, payment_method_type, gateway, currency, updated_at } = details;
  return (
    <>
      <Heading amount_cents={row.amount_cents} currency={row.currency}>
        {nameOf(row.type)}
      </Heading>
      <Facts
        facts={[
          ['Status', nameOf(row.status)],
          ['Made', formatMoment(row.created_at)],
          ['Dated', otherUtcDay(row.created_at)],
          ['Changed', updated_at === row.created_at ? null : formatMoment(updated_at)],
          ['Store', store_name],
          ['Order', order_id],
          ['Paid by', payment_method_type && nameOf(payment_method_type)],
          ['Gateway', gateway],
          ['Currency', currency === 'USD' ? null : currency],
        ]}
      />
    </>
  );
}
