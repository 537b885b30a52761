import { Button } from '@bigcommerce/big-design';
import styled from 'styled-components';
import type { TransactionDetails } from '../../../../server/contract/transactions.ts';
import { formatDay, formatMoment } from '../../../../server/domain/basics/dateFormats.ts';
import { cents, formatUsd } from '../../../../server/domain/basics/money.ts';
import { customerName } from '../../../../server/domain/receiver/customerName.ts';
import { isStoppedTransfer } from '../../../../server/domain/repayment/draw.ts';
import { coversWords, receiptDifference, receiptFacts } from '../../../../server/domain/repayment/receiptWords.ts';
import { shownTransferType } from '../../../../server/domain/table/activity.ts';
import { transferStatusWords } from '../../../../server/domain/table/statusWords.ts';
import { useProgram } from '../../../brand/program.ts';
import { AmountList } from '../../../layout/AmountList.ts';
import { useReceiver } from '../../../session/receiver.ts';
import { useProgramDay } from '../../today.ts';
import { Facts, Heading, History, Part } from './parts.tsx';

type Details = Extract<TransactionDetails, { tab: 'repayments' }>;

const Covered = styled(AmountList)`
  overflow-wrap: anywhere;
`;

/** Payee and payer, for print: on a screen the page around the panel names them. */
const Letterhead = styled.p`
  display: none;
  font-weight: ${({ theme }) => theme.typography.fontWeight.semiBold};
  margin: 0 0 1rem;

  @media print {
    display: block;
  }
`;

const PrintButton = styled(Button)`
  &.bd-button {
    margin: 0.5rem 0 0;
  }

  @media print {
    display: none;
  }
`;

/** The details of a repayment: its receipt, or the reason that staff gave for a manual entry. */
export function RepaymentDetails({ details }: { details: Details }) {
  const { row, receipt, failure, manual_reason, expected_settlement_date, settled_at, history } = details;
  const { label } = useProgram();
  const { receiver } = useReceiver();
  return (
    <>
      <Letterhead>
        {label} · {customerName(receiver)}
      </Letterhead>
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
      {receipt && <Receipt receipt={receipt} state={{ isStopped: isStoppedTransfer(row.status), isSettled: settled_at !== null }} />}
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
  state: Omit<Parameters<typeof receiptFacts>[1], 'today'>;
}

function Receipt({ receipt, state }: ReceiptProps) {
  const today = useProgramDay();
  const { covers, covers_count } = receipt;
  const difference = receiptDifference(receipt);
  return (
    <Part title="Receipt">
      <Facts facts={receiptFacts(receipt, { ...state, today })} />
      {covers.length > 0 && (
        <>
          <p>{coversWords(receipt)}</p>
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
          {difference && <Facts facts={[[difference.label, difference.amount]]} />}
        </>
      )}
      <PrintButton variant="secondary" onClick={() => window.print()}>
        Print
      </PrintButton>
    </Part>
  );
}
