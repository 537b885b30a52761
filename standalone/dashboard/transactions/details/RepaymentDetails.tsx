import { Button } from '@bigcommerce/big-design';
import styled from 'styled-components';
import type { TransactionDetails } from '../../../../server/contract/transactions.ts';
import { formatDay, formatMoment } from '../../../../server/domain/basics/dateFormats.ts';
import { isoDate } from '../../../../server/domain/basics/dates.ts';
import { cents, formatUsd } from '../../../../server/domain/basics/money.ts';
import { debitVerb } from '../../../../server/domain/repayment/debitWords.ts';
import { isStoppedTransfer } from '../../../../server/domain/repayment/draw.ts';
import { shownTransferType } from '../../../../server/domain/table/activity.ts';
import { transferStatusWords } from '../../../../server/domain/table/statusWords.ts';
import { AmountList } from '../../../layout/AmountList.ts';
import { useProgramDay } from '../../today.ts';
import { Facts, Heading, History, Part } from './parts.tsx';

type Details = Extract<TransactionDetails, { tab: 'repayments' }>;

const Covered = styled(AmountList)`
  overflow-wrap: anywhere;
`;

/** The details of a repayment: its receipt, or the reason that staff gave for a manual entry. */
export function RepaymentDetails({ details }: { details: Details }) {
  const { row, receipt, failure, manual_reason, expected_settlement_date, settled_at, history } = details;
  return (
    <>
      <Heading amount_cents={row.amount_cents}>{shownTransferType(row)}</Heading>
      <Facts
        facts={[
          ['Status', transferStatusWords(row.status)],
          [row.is_manual ? 'Credited' : 'Begun', formatMoment(row.created_at)],
          ['Expected to settle', settled_at === null && expected_settlement_date !== null ? formatDay(expected_settlement_date) : null],
          ['Settled', row.is_manual ? null : settled_at && formatMoment(settled_at)],
          ['Why it failed', failure && (failure.reason ?? failure.code)],
          ['Reason', manual_reason],
        ]}
      />
      {receipt && <Receipt receipt={receipt} isStopped={isStoppedTransfer(row.status)} isSettled={settled_at !== null} />}
      <History
        events={history.map(({ at, status, failure_reason }) => ({
          at,
          text: `${transferStatusWords(status)}${failure_reason === null ? '' : `: ${failure_reason}`}`,
        }))}
      />
    </>
  );
}

interface ReceiptProps {
  receipt: NonNullable<Details['receipt']>;
  /** Whether the money was not drawn in the end: the transfer failed, came back or was canceled. */
  isStopped: boolean;
  isSettled: boolean;
}

function Receipt({ receipt: { number, due_date, debit_date, bank, covers, covers_count }, isStopped, isSettled }: ReceiptProps) {
  const today = useProgramDay();
  const due = isoDate(due_date);
  const account = bank && [bank.institution_name, bank.account_name, bank.mask && `•••• ${bank.mask}`].filter((part) => part).join(' ');
  return (
    <Part title="Receipt">
      <Facts
        facts={[
          ['Number', number],
          [isSettled || due < today ? 'For what was due' : 'For what is due', formatDay(due_date)],
          [isStopped ? 'Was to be drawn' : isSettled ? 'Was drawn' : debitVerb(isoDate(debit_date), today), formatDay(debit_date)],
          ['From', account],
        ]}
      />
      {covers.length > 0 && (
        <>
          <p>It pays {covers_count === 1 ? 'one purchase' : `${covers_count} purchases`}:</p>
          <Covered>
            {covers.map(({ id, descriptor, created_at, amount_cents }) => (
              <li key={id}>
                <span>{descriptor}</span>
                <span>{formatUsd(cents(amount_cents))}</span>
                <small>{formatMoment(created_at)}</small>
              </li>
            ))}
          </Covered>
          {covers_count > covers.length && <p>And {covers_count - covers.length} more.</p>}
        </>
      )}
      <Button variant="secondary" onClick={() => window.print()}>
        Print
      </Button>
    </Part>
  );
}
