import { Button } from '@bigcommerce/big-design';
import { lazy, Suspense, useState } from 'react';
import styled from 'styled-components';
import { scheduleOf, showsNextPayment } from '../../../server/domain/home/homeTiles.ts';
import { Page } from '../../layout/Page.tsx';
import { useReceiver } from '../../session/receiver.ts';
import { RecentTransactions } from '../transactions/RecentTransactions.tsx';
import { AccountClosing } from './AccountClosing.tsx';
import { BankHealth } from './BankHealth.tsx';
import { CardPanel } from './CardPanel.tsx';
import { Credit } from './Credit.tsx';
import { DebitsStopped } from './DebitsStopped.tsx';
import { DeclineStrip } from './DeclineStrip.tsx';
import { DueBars } from './DueBars.tsx';
import { RepaymentCalendar } from './RepaymentCalendar.tsx';
import { SalesAndSpending } from './SalesAndSpending.tsx';
import { Tiles } from './Tiles.tsx';
import { useCardSwitch } from './useCardSwitch.ts';
import { useNewTransactions } from './useNewTransactions.ts';
import { WhyThisLimit } from './WhyThisLimit.tsx';

const RelinkBank = lazy(() => import('./RelinkBank.tsx').then((file) => ({ default: file.RelinkBank })));
const PayNow = lazy(() => import('../payNow/PayNow.tsx').then((file) => ({ default: file.PayNow })));

const Sections = styled.div`
  display: grid;
  gap: 1rem;
`;

/** The figures beside the card. On a phone the card comes before the gauge, so that its state is seen at once. */
const Glance = styled.div<{ $hasNextPayment: boolean }>`
  display: grid;
  gap: 0.75rem;
  grid-template-areas: 'available available' ${({ $hasNextPayment }) => ($hasNextPayment ? "'next outstanding'" : "'outstanding outstanding'")} 'card card' 'power power';
  grid-template-columns: repeat(2, minmax(0, 1fr));

  > :nth-child(n) {
    min-width: 0;
  }

  @media (min-width: 1100px) {
    gap: 1rem;
    grid-template-areas: 'available power card' ${({ $hasNextPayment }) => ($hasNextPayment ? "'next outstanding card'" : "'outstanding outstanding card'")};
    grid-template-columns: minmax(0, 3fr) minmax(0, 2fr) 25rem;
  }
`;

const CardArea = styled.div`
  display: grid;
  grid-area: card;
`;

const Pictures = styled.div`
  display: grid;
  gap: 1rem;

  @media (min-width: 1100px) {
    grid-template-columns: 2fr 3fr;
  }
`;

/** The home page: the amount available, the amounts due, and the state of the card. */
export function Home() {
  const { receiver } = useReceiver();
  const cardSwitch = useCardSwitch();
  const [isPaying, setIsPaying] = useState(false);
  useNewTransactions();

  const can = (ability: string) => receiver.abilities.includes(ability);
  const onPay = can('pay_now') ? () => setIsPaying(true) : null;
  const remedies = {
    pay_now: onPay && <Button onClick={onPay}>Pay now</Button>,
    reopen: can('reopen_card') && <Button onClick={cardSwitch.toggle}>Reopen card</Button>,
    relink: can('link_bank') && <RelinkBank />,
    none: null,
  };
  const isBankHealthy = receiver.plaid_account_verification_status !== 'relink';
  return (
    <Page title={receiver.business_name ?? receiver.email}>
      <AccountClosing />
      <BankHealth />
      <DebitsStopped />
      <Suspense>
        <DeclineStrip
          remedyState={{ cardState: cardSwitch.card?.state ?? null, available_cents: receiver.availableSpendPowerCents, isBankHealthy }}
          remedies={remedies}
        />
      </Suspense>
      <Sections>
        <Glance $hasNextPayment={showsNextPayment(receiver)}>
          <Tiles receiver={receiver} onPay={onPay} />
          <CardArea>
            <CardPanel cardSwitch={cardSwitch} />
          </CardArea>
        </Glance>
        <Pictures>
          <DueBars schedule={scheduleOf(receiver)} />
          <SalesAndSpending />
        </Pictures>
        <Credit />
        <RecentTransactions />
        <WhyThisLimit />
        <RepaymentCalendar />
      </Sections>
      {isPaying && (
        <Suspense>
          <PayNow onClose={() => setIsPaying(false)} />
        </Suspense>
      )}
    </Page>
  );
}
