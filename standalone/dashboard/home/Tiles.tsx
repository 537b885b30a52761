import { Button } from '@bigcommerce/big-design';
import styled from 'styled-components';
import type { ReceiverAnswer } from '../../../server/contract/receiver.ts';
import {
  availableTile,
  nextPaymentTile,
  noOutstandingWords,
  noPaymentWords,
  noPowerWords,
  outstandingTile,
  powerTile,
  showsNextPayment,
} from '../../../server/domain/home/homeTiles.ts';
import { Money } from '../../layout/Money.tsx';
import { useProgramDay } from '../today.ts';
import { describeDue } from './describeDue.ts';
import { Gauge } from './Gauge.tsx';
import { FigureText, Line, Tile } from './Tile.tsx';

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

function AvailableToSpend({ receiver }: { receiver: ReceiverAnswer }) {
  const figures = availableTile(receiver);
  return (
    <Tile title="Available to Spend" area="available">
      {figures === null ? (
        <FigureText>{noPowerWords}</FigureText>
      ) : (
        <>
          <div>
            <Money amount={figures.available} size="figure" />
          </div>
          <Line>
            Total Limit: <Money amount={figures.total} />
          </Line>
        </>
      )}
    </Tile>
  );
}

function SpendingPowerRemaining({ receiver }: { receiver: ReceiverAnswer }) {
  const title = 'Spending Power Remaining';
  const power = powerTile(receiver);
  return (
    <Tile title={title} area="power">
      {power === null ? (
        <FigureText>{noPowerWords}</FigureText>
      ) : (
        <Beside>
          <Gauge label={title} percentage={power.percentage} />
          <Line>{describeUse(receiver)}</Line>
        </Beside>
      )}
    </Tile>
  );
}

function describeUse({ totalSpendPowerCents: total, totalOutstandingCents: outstanding }: ReceiverAnswer): string {
  if (total === 0) return 'You have no limit to use at the moment.';
  return outstanding > 0 ? 'Repay early to free more of it.' : 'All of it is yours to use.';
}

function NextPayment({ receiver }: { receiver: ReceiverAnswer }) {
  const today = useProgramDay();
  const next = nextPaymentTile(receiver);
  return (
    <Tile title="Next Payment" area="next">
      {next ? (
        <>
          <div>
            <Money amount={next.amount} size="heading" />
          </div>
          <Line>
            Due <time dateTime={next.date}>{next.date}</time>, <time>{describeDue(next.date, today)}</time>
          </Line>
          {next.cashback > 0 && (
            <Line>
              +<Money amount={next.cashback} /> cashback
            </Line>
          )}
        </>
      ) : (
        <FigureText>{noPaymentWords}</FigureText>
      )}
    </Tile>
  );
}

function TotalOutstanding({ receiver, onPay }: TilesProps) {
  const outstanding = outstandingTile(receiver);
  return (
    <Tile title="Total Outstanding" area="outstanding">
      {/* Check the figure although the server sent it: JSON turns a value that is not a number into null. */}
      {outstanding !== null ? (
        <>
          <div>
            <Money amount={outstanding} size="heading" />
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
        <FigureText>{noOutstandingWords}</FigureText>
      )}
    </Tile>
  );
}
