import { Button } from '@bigcommerce/big-design';
import styled from 'styled-components';
import type { ReceiverAnswer } from '../../../server/contract/receiver.ts';
import { type Cents, cents, larger, noMoney } from '../../../server/domain/basics/money.ts';
import { nextPayment } from '../../../server/domain/repayment/schedule.ts';
import { spendingPowerPercentage } from '../../../server/domain/spendingPower/spendingPower.ts';
import { Money } from '../../layout/Money.tsx';
import { useToday } from '../today.ts';
import { describeDue } from './describeDue.ts';
import { Gauge } from './Gauge.tsx';
import { Line, Tile, Words } from './Tile.tsx';

/** A button at the foot of its tile, as wide as its text. */
const Pay = styled.div`
  margin-top: auto;
  padding-top: 0.5rem;

  .bd-button {
    margin: 0;
    width: auto;
  }
`;

const Beside = styled.div`
  align-items: center;
  display: flex;
  flex: 1;
  gap: 1.25rem;
`;

interface TilesProps {
  receiver: ReceiverAnswer;
  /** Opens the payment ahead of time; null where the person signed in may not pay. */
  onPay: (() => void) | null;
}

/** The four figures: the amount available, the share of the limit, the next payment, and the amount owed. The grid around them places each. */
export function Tiles({ receiver, onPay }: TilesProps) {
  return (
    <>
      <AvailableToSpend receiver={receiver} />
      <SpendingPowerRemaining receiver={receiver} />
      {showsNextPayment(receiver) && <NextPayment receiver={receiver} />}
      <TotalOutstanding receiver={receiver} onPay={onPay} />
    </>
  );
}

/** Decides whether there is a Next Payment tile. Plans of equal weekly parts have none. */
export function showsNextPayment({ payment_plan }: Pick<ReceiverAnswer, 'payment_plan'>): boolean {
  return payment_plan !== 'fixed_pay';
}

function AvailableToSpend({ receiver: { availableSpendPowerCents: available, totalSpendPowerCents: total } }: { receiver: ReceiverAnswer }) {
  return (
    <Tile title="Available to Spend" area="available">
      {total === null || available === null ? (
        <Words>Please Refresh</Words>
      ) : (
        <>
          <div>
            <Money amount={atLeastNothing(available)} size="figure" />
          </div>
          <Line>
            Total Limit: <Money amount={atLeastNothing(total)} />
          </Line>
        </>
      )}
    </Tile>
  );
}

function SpendingPowerRemaining({ receiver }: { receiver: ReceiverAnswer }) {
  const { totalSpendPowerCents: total, totalOutstandingCents: outstanding } = receiver;
  const title = 'Spending Power Remaining';
  return (
    <Tile title={title} area="power">
      {total === null ? (
        <Words>Please Refresh</Words>
      ) : (
        <Beside>
          <Gauge label={title} percentage={total === 0 ? 100 : spendingPowerPercentage(receiver.availableSpendPowerRatio ?? 0)} />
          <Line>{describeUse(total, outstanding)}</Line>
        </Beside>
      )}
    </Tile>
  );
}

function describeUse(total: number, outstanding: number): string {
  if (total === 0) return 'You have no limit to use at the moment.';
  return outstanding > 0 ? 'Repay early to free more of it.' : 'All of it is yours to use.';
}

function NextPayment({ receiver }: { receiver: ReceiverAnswer }) {
  const today = useToday();
  const next = nextPayment(scheduleOf(receiver));
  const isDue = next.date !== null && next.amount_cents > 0;
  return (
    <Tile title="Next Payment" area="next">
      {isDue ? (
        <>
          <div>
            <Money amount={next.amount_cents} size="heading" />
          </div>
          <Line>
            Due <time dateTime={next.date ?? ''}>{next.date}</time>, <time>{describeDue(next.date ?? today, today)}</time>
          </Line>
          {next.expected_credit_cents > 0 && (
            <Line>
              +<Money amount={next.expected_credit_cents} /> cashback
            </Line>
          )}
        </>
      ) : (
        <Words>No payment due</Words>
      )}
    </Tile>
  );
}

function TotalOutstanding({ receiver: { totalOutstandingCents: outstanding }, onPay }: TilesProps) {
  return (
    <Tile title="Total Outstanding" area="outstanding">
      {/* Check the figure although the server sent it: JSON turns a value that is not a number into null. */}
      {Number.isFinite(outstanding) ? (
        <>
          <div>
            <Money amount={cents(outstanding)} size="heading" />
          </div>
          {outstanding < 0 && <Line>You are in credit.</Line>}
          {outstanding === 0 && <Line>You owe nothing.</Line>}
          {outstanding > 0 && onPay && (
            <Pay>
              <Button onClick={onPay}>Pay now</Button>
            </Pay>
          )}
        </>
      ) : (
        <Words>Please refresh</Words>
      )}
    </Tile>
  );
}

const atLeastNothing = (amount: number): Cents => larger(cents(amount), noMoney);

/** Returns the payment schedule with its amounts, plain numbers on the wire, as cents. */
export function scheduleOf({ paymentSchedule }: Pick<ReceiverAnswer, 'paymentSchedule'>) {
  return paymentSchedule.map((entry) => ({
    ...entry,
    total_owed_cents: cents(entry.total_owed_cents),
    potential_cashback: cents(entry.potential_cashback),
  }));
}
