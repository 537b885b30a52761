import { Button } from '@bigcommerce/big-design';
import { lazy, Suspense, useState } from 'react';
import styled from 'styled-components';
import { Page } from '../../layout/Page.tsx';
import { useReceiver } from '../../session/receiver.ts';
import { RecentTransactions } from '../transactions/RecentTransactions.tsx';
import { BankHealth } from './BankHealth.tsx';
import { CardPanel } from './CardPanel.tsx';
import { DeclineStrip } from './DeclineStrip.tsx';
import { DueBars } from './DueBars.tsx';
import { RepaymentCalendar } from './RepaymentCalendar.tsx';
import { SalesAndSpending } from './SalesAndSpending.tsx';
import { scheduleOf, Tiles } from './Tiles.tsx';
import { useCardSwitch } from './useCardSwitch.ts';
import { useNews } from './useNews.ts';
import { WhyThisLimit } from './WhyThisLimit.tsx';

const PayNow = lazy(() => import('../payNow/PayNow.tsx').then((file) => ({ default: file.PayNow })));

const Sections = styled.div`
  display: grid;
  gap: 1rem;
`;

/** Figures beside the card, as high as it is. */
const Glance = styled.div`
  display: grid;
  gap: 1rem;

  @media (min-width: 1100px) {
    grid-template-columns: minmax(0, 1fr) minmax(0, 25rem);
  }
`;

const Pictures = styled.div`
  display: grid;
  gap: 1rem;

  @media (min-width: 1100px) {
    grid-template-columns: 2fr 3fr;
  }
`;

/** Home: how much there is to spend, what is due when, and whether the card works. */
export function Home() {
  const { receiver } = useReceiver();
  const cardSwitch = useCardSwitch();
  const [isPaying, setIsPaying] = useState(false);
  useNews();

  const can = (ability: string) => receiver.abilities.includes(ability);
  const pay = can('pay_now') ? () => setIsPaying(true) : null;
  const reopen = can('reopen_card') ? cardSwitch.toggle : null;
  const isBankHealthy = receiver.plaid_account_verification_status !== 'relink';
  return (
    <Page title={receiver.business_name ?? receiver.email} actions={pay && receiver.totalOutstandingCents > 0 && <Button onClick={pay}>Pay now</Button>}>
      <BankHealth />
      <DeclineStrip
        standing={{ cardState: cardSwitch.card?.state ?? null, available_cents: receiver.availableSpendPowerCents, isBankHealthy }}
        remedies={{ pay_now: pay, reopen, relink: null, none: null }}
      />
      <Sections>
        <Glance>
          <Tiles receiver={receiver} />
          <CardPanel cardSwitch={cardSwitch} />
        </Glance>
        <Pictures>
          <DueBars schedule={scheduleOf(receiver)} />
          <SalesAndSpending />
        </Pictures>
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
