import { Button } from '@bigcommerce/big-design';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { noOutstandingWords, outstandingTile } from '../../../server/domain/home/homeTiles.ts';
import { unreadWords } from '../../../server/domain/home/unreadWords.ts';
import { nextDrawWords } from '../../../server/domain/repayment/nextDraw.ts';
import { paymentsTexts } from '../../../server/domain/repayment/paymentsTexts.ts';
import { explainUnpayable, wayToPay } from '../../../server/domain/repayment/payNow.ts';
import { Card } from '../../layout/Card.tsx';
import { Money } from '../../layout/Money.tsx';
import { Skeleton } from '../../layout/Skeleton.tsx';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';
import { calendarQuery } from '../queries.ts';
import { WayLink } from '../WayLink.tsx';
import type { Payments } from './paymentsQuery.ts';
import type { PayNowOffer } from './payNow/usePayNow.tsx';

const Line = styled.p`
  margin: 0.25rem 0 0;
  text-wrap: pretty;
`;

/** As high as the words to come: two lines on a phone, else one. */
const NextPlace = styled.div`
  display: flow-root;
  min-height: 3.25rem;

  @media (min-width: 900px) {
    min-height: 1.75rem;
  }
`;

const Quiet = styled(Line)`
  color: ${({ theme }) => theme.colors.secondary60};
`;

const Pay = styled.div`
  padding-top: 1rem;

  .bd-button {
    margin: 0;
    width: auto;
  }
`;

interface OwedProps {
  payNow: PayNowOffer;
  payments: Payments;
  /** Mends what keeps the merchant from paying, where the pages that do are closed. Left out, a link leads to them. */
  remedy?: ReactNode;
}

/** The debt, the date and bank of the next draw, and the button to pay now. */
export function Owed({ payNow: { onPay, why }, payments, remedy }: OwedProps) {
  const { receiver } = useReceiver();
  const { data: calendar, error } = useQuery(calendarQuery(useApi(), receiver.token));
  // Read even while the calendar is not there: the query tells of what was read of it alone.
  const { data, error: paymentsError } = payments;
  const outstanding = outstandingTile(receiver);
  const { obstacle } = receiver.payable;
  const way = wayToPay(obstacle);
  return (
    <Card title="You owe">
      {outstanding === null ? <p>{noOutstandingWords}</p> : <Money amount={outstanding} size="figure" />}
      {outstanding !== null && outstanding > 0 && (
        <>
          {calendar && data ? (
            <Next words={nextDrawWords({ entries: calendar.entries, bank: data.bank })} />
          ) : (
            <NextPlace>
              {(error ?? paymentsError) ? <Line>{unreadWords(['next_draw'])}</Line> : <Skeleton label="Loading your next payment" lines={1} />}
            </NextPlace>
          )}
          {(why === null ? explainUnpayable(receiver.payable) : [why]).map((sentence) => (
            <Quiet key={sentence}>{sentence}</Quiet>
          ))}
          {why !== null &&
            obstacle !== null &&
            (remedy ?? (
              <Line>
                <WayLink path={way.path}>{way.label}</WayLink>
              </Line>
            ))}
          {onPay && (
            <Pay>
              <Button onClick={onPay}>Pay now</Button>
            </Pay>
          )}
        </>
      )}
      {outstanding === 0 && <Quiet>{paymentsTexts(receiver).nothingOwed}</Quiet>}
      {outstanding !== null && outstanding < 0 && <Quiet>{paymentsTexts(receiver).inCredit}</Quiet>}
    </Card>
  );
}

function Next({ words }: { words: string | null }) {
  return words === null ? null : (
    <NextPlace>
      <Line>{words}</Line>
    </NextPlace>
  );
}
