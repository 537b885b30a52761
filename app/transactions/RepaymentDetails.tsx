import { BlockStack, InlineStack, Text } from '@shopify/polaris';
import type { TransactionDetails } from '../../server/contract/transactions.ts';
import { formatDay } from '../../server/domain/basics/dateFormats.ts';
import type { IsoDate } from '../../server/domain/basics/dates.ts';
import { cents, formatUsd } from '../../server/domain/basics/money.ts';
import { isStoppedTransfer } from '../../server/domain/repayment/draw.ts';
import { coversWords, receiptDifference, receiptFacts } from '../../server/domain/repayment/receiptWords.ts';
import { shownTransferType } from '../../server/domain/table/activity.ts';
import { transferStatusWords } from '../../server/domain/table/statusWords.ts';
import { Facts } from '../components/Facts.tsx';
import { LocalMoment } from '../components/LocalTime.tsx';
import { TitledCard } from '../components/TitledCard.tsx';
import { History, Lead } from './DetailParts.tsx';

type Details = Extract<TransactionDetails, { tab: 'repayments' }>;

/** The details of a repayment: its receipt, or the reason that staff gave for a manual entry. */
export function RepaymentDetails({ details, today }: { details: Details; today: IsoDate }) {
  const { row, receipt, failure, manual_reason, expected_settlement_date, settled_at, history } = details;
  const isExpected = settled_at === null && expected_settlement_date !== null;
  return (
    <>
      <Lead
        amount_cents={row.amount_cents}
        name={shownTransferType(row)}
        facts={[
          { label: 'Status', value: transferStatusWords(row.status) },
          { label: row.is_manual ? 'Credited' : 'Begun', value: <LocalMoment at={row.created_at} /> },
          { label: 'Expected to settle', value: isExpected ? formatDay(expected_settlement_date) : null },
          { label: 'Settled', value: row.is_manual || settled_at === null ? null : <LocalMoment at={settled_at} /> },
          { label: 'Why it failed', value: failure && (failure.reason ?? failure.code) },
          { label: 'Reason', value: manual_reason },
        ]}
      />
      {receipt && <Receipt receipt={receipt} state={{ isStopped: isStoppedTransfer(row.status), isSettled: settled_at !== null, today }} />}
      <History
        events={history.map(({ at, status, failure_reason }) => ({
          at,
          text: [transferStatusWords(status), failure_reason].filter((part) => part !== null).join(': '),
        }))}
      />
    </>
  );
}

interface ReceiptProps {
  receipt: NonNullable<Details['receipt']>;
  state: Parameters<typeof receiptFacts>[1];
}

function Receipt({ receipt, state }: ReceiptProps) {
  const { covers, covers_count } = receipt;
  const difference = receiptDifference(receipt);
  return (
    <TitledCard title="Receipt">
      <Facts facts={receiptFacts(receipt, state).map(([label, value]) => ({ label, value }))} />
      {covers.length > 0 && (
        <>
          <Text as="p">{coversWords(receipt)}</Text>
          <BlockStack as="ul" gap="200">
            {covers.map(({ id, descriptor, created_at, amount_cents }) => (
              <li key={id}>
                <InlineStack align="space-between" gap="400">
                  <BlockStack>
                    <Text as="span">{descriptor}</Text>
                    <Text as="span" tone="subdued">
                      <LocalMoment at={created_at} />
                    </Text>
                  </BlockStack>
                  <Text as="span" numeric>
                    {formatUsd(cents(amount_cents))}
                  </Text>
                </InlineStack>
              </li>
            ))}
          </BlockStack>
          {covers_count > covers.length && <Text as="p">And {covers_count - covers.length} more.</Text>}
          {difference && <Facts facts={[{ label: difference.label, value: difference.amount }]} />}
        </>
      )}
    </TitledCard>
  );
}
