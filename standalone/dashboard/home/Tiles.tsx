import styled from 'styled-components';
import type { ReceiverAnswer } from '../../../server/contract/receiver.ts';
import { type Cents, cents, larger, noMoney } from '../../../server/domain/money.ts';
import { nextPayment } from '../../../server/domain/schedule.ts';
import { spendingPowerPercentage } from '../../../server/domain/spendingPower.ts';
import { Money } from '../../layout/Money.tsx';
import { useToday } from '../today.ts';
import { describeDue } from './describeDue.ts';
import { Gauge } from './Gauge.tsx';
import { Line, Tile, Words } from './Tile.tsx';

const Grid = styled.div<{ $hasNextPayment: boolean }>`
  align-content: stretch;
  display: grid;
  gap: 0.75rem;
  grid-template: ${({ $hasNextPayment }) =>
    $hasNextPayment
      ? "'available available' auto 'next outstanding' auto 'power power' auto"
      : "'available available' auto 'outstanding power' auto"} / 1fr 1fr;

  @media (min-width: 900px) {
    gap: 1rem;
    grid-template: ${({ $hasNextPayment }) => ($hasNextPayment ? "'available power' 1fr 'next outstanding' 1fr" : "'available power' 1fr 'outstanding outstanding' 1fr")} / 3fr 2fr;
  }
`;

const Beside = styled.div`
  align-items: center;
  display: flex;
  flex: 1;
  flex-wrap: wrap;
  gap: 0.75rem 1.25rem;
`;

/** The four figures: what can be spent, how much of it that is, what is due next, and what is owed. */
export function Tiles({ receiver }: { receiver: ReceiverAnswer }) {
  const isFixedPay = receiver.payment_plan === 'fixed_pay';
  return (
    <Grid $hasNextPayment={!isFixedPay}>
      <AvailableToSpend receiver={receiver} />
      <SpendingPowerRemaining receiver={receiver} />
      {!isFixedPay && <NextPayment receiver={receiver} />}
      <TotalOutstanding receiver={receiver} />
    </Grid>
  );
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
            Due <time dateTime={next.date ?? ''}>{next.date}</time>, {describeDue(next.date ?? today, today)}
          </Line>
          {next.expected_credit_cents > 0 && (
            <Line>
              Earns <Money amount={next.expected_credit_cents} /> cashback
            </Line>
          )}
        </>
      ) : (
        <Words>No payment due</Words>
      )}
    </Tile>
  );
}

function TotalOutstanding({ receiver: { totalOutstandingCents: outstanding } }: { receiver: ReceiverAnswer }) {
  return (
    <Tile title="Total Outstanding" area="outstanding">
      {/* The server's figure is checked as one from anywhere: what is no number reaches the page as null. */}
      {Number.isFinite(outstanding) ? (
        <>
          <div>
            <Money amount={cents(outstanding)} size="heading" />
          </div>
          <Line>{outstanding < 0 ? 'You are in credit.' : 'Bought and not yet repaid'}</Line>
        </>
      ) : (
        <Words>Please refresh</Words>
      )}
    </Tile>
  );
}

const atLeastNothing = (amount: number): Cents => larger(cents(amount), noMoney);

/** The schedule as the rules take it: amounts crossed the wire as plain numbers. */
export function scheduleOf({ paymentSchedule }: Pick<ReceiverAnswer, 'paymentSchedule'>) {
  return paymentSchedule.map((entry) => ({
    ...entry,
    total_owed_cents: cents(entry.total_owed_cents),
    potential_cashback: cents(entry.potential_cashback),
  }));
}
