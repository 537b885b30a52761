import { Button } from '@bigcommerce/big-design';
import { Link, useLocation } from 'react-router-dom';
import styled from 'styled-components';
import type { ReceiverAnswer } from '../../../server/contract/receiver.ts';
import { addressBarQuery } from '../../../server/domain/access/queryNames.ts';
import { describeDue } from '../../../server/domain/basics/describeDue.ts';
import {
  approvedWords,
  availableTile,
  heldBackWords,
  nextPaymentDebit,
  nextPaymentTile,
  nextPaymentUnderway,
  noOutstandingWords,
  noPaymentWords,
  noPowerWords,
  outstandingTile,
  outstandingWords,
  powerTile,
  powerWords,
  showsNextPayment,
} from '../../../server/domain/home/homeTiles.ts';
import { explainUnpayable } from '../../../server/domain/repayment/payNow.ts';
import { readingWords } from '../../../server/domain/store/firstReading.ts';
import { CountedMoney } from '../../layout/CountedMoney.tsx';
import { Money } from '../../layout/Money.tsx';
import { pageQuery } from '../pageQuery.ts';
import type { PayNowOffer } from '../payments/payNow/usePayNow.tsx';
import { useProgramDay } from '../today.ts';
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
  payNow: PayNowOffer;
}

/** The four figures: the amount available, the share of the limit, the next payment, and the amount owed. The grid around them places each. */
export function Tiles({ receiver, payNow }: TilesProps) {
  return (
    <>
      <AvailableToSpend receiver={receiver} />
      <SpendingPowerRemaining receiver={receiver} />
      {showsNextPayment(receiver) && <NextPayment receiver={receiver} />}
      <TotalOutstanding receiver={receiver} payNow={payNow} />
    </>
  );
}

function AvailableToSpend({ receiver }: { receiver: ReceiverAnswer }) {
  const figures = availableTile(receiver);
  const setAside = [approvedWords(receiver), heldBackWords(receiver)].filter((words) => words !== null);
  const { search } = useLocation();
  return (
    <Tile title="Available to Spend" area="available">
      {figures === null ? (
        <FigureText>{noPowerWords}</FigureText>
      ) : (
        <>
          <div>
            <CountedMoney amount={figures.available} size="figure" />
          </div>
          <Line>
            Total Limit: <Money amount={figures.total} />
          </Line>
          {setAside.map((words) => (
            <Line key={words}>{words}</Line>
          ))}
          {receiver.store_reading && <Line role="status">{readingWords(receiver.store_reading)}</Line>}
          <Line>
            <Link to={{ pathname: '/insights', search: pageQuery(addressBarQuery(search)) }}>Why this limit?</Link>
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
          <Line>{powerWords(receiver)}</Line>
        </Beside>
      )}
    </Tile>
  );
}

function NextPayment({ receiver }: { receiver: ReceiverAnswer }) {
  const today = useProgramDay();
  const next = nextPaymentTile(receiver);
  const underway = nextPaymentUnderway(receiver);
  const debit = nextPaymentDebit(receiver);
  return (
    <Tile title="Next Payment" area="next">
      {next ? (
        <>
          <div>
            <Money amount={next.amount} size="heading" />
          </div>
          <Line>
            Due <time dateTime={next.date}>{next.date}</time>
            {next.date >= today && (
              <>
                , <time dateTime={next.date}>{describeDue(next.date, today)}</time>
              </>
            )}
          </Line>
          {underway !== null && <Line>{underway}</Line>}
          {debit !== null && <Line>{debit}</Line>}
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

function TotalOutstanding({ receiver, payNow: { onPay, why } }: TilesProps) {
  const outstanding = outstandingTile(receiver);
  return (
    <Tile title="Total Outstanding" area="outstanding">
      {/* Check the figure although the server sent it: JSON turns a value that is not a number into null. */}
      {outstanding !== null ? (
        <>
          <div>
            <Money amount={outstanding} size="heading" />
          </div>
          {outstanding <= 0 && <Line>{outstandingWords(outstanding)}</Line>}
          {outstanding > 0 && why !== null && <Line>{why}</Line>}
          {outstanding > 0 && onPay && (
            <>
              {receiver.payable.in_flight_cents > 0 && <Line>{explainUnpayable({ ...receiver.payable, pending_cents: 0 }).join(' ')}</Line>}
              <Pay>
                <Button onClick={onPay}>Pay now</Button>
              </Pay>
            </>
          )}
        </>
      ) : (
        <FigureText>{noOutstandingWords}</FigureText>
      )}
    </Tile>
  );
}
