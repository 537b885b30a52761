import type { TransactionDetails } from '../../server/contract/transactions.ts';
import { capitalized, inWords } from '../../server/domain/basics/words.ts';
import { LocalMoment, useOtherUtcDay } from '../components/LocalTime.tsx';
import { Lead } from './DetailParts.tsx';

type Details = Extract<TransactionDetails, { tab: 'receivables' }>;

const nameOf = (word: string) => capitalized(inWords(word));

/** The details of a transaction of the connected store. */
export function ReceivableDetails({ details }: { details: Details }) {
  const { row, store_name, order_id, payment_method_type, gateway, currency, updated_at } = details;
  const dated = useOtherUtcDay(row.created_at);
  return (
    <Lead
      amount_cents={row.amount_cents}
      currency={row.currency}
      name={nameOf(row.type)}
      facts={[
        { label: 'Status', value: nameOf(row.status) },
        { label: 'Made', value: <LocalMoment at={row.created_at} /> },
        { label: 'Dated', value: dated },
        { label: 'Changed', value: updated_at === row.created_at ? null : <LocalMoment at={updated_at} /> },
        { label: 'Store', value: store_name },
        { label: 'Order', value: order_id },
        { label: 'Paid by', value: payment_method_type && nameOf(payment_method_type) },
        { label: 'Gateway', value: gateway },
        { label: 'Currency', value: currency === 'USD' ? null : currency },
      ]}
    />
  );
}
