import { Button } from '@bigcommerce/big-design';
import { Fragment, lazy, Suspense } from 'react';
import styled from 'styled-components';
import { showsNextPayment } from '../../../server/domain/home/homeTiles.ts';
import { wayToPay } from '../../../server/domain/repayment/payNow.ts';
import { heldWords } from '../../../server/domain/spendingPower/blockEnds.ts';
import { shownBusinessName } from '../../../server/domain/staff/accountTerms.ts';
import { useProgram } from '../../brand/program.ts';
import { Page } from '../../layout/Page.tsx';
import { useReceiver } from '../../session/receiver.ts';
import { usePayNow } from '../payments/payNow/usePayNow.tsx';
import { RecentTransactions } from '../transactions/RecentTransactions.tsx';
import { WayLink } from '../WayLink.tsx';
import { AccountClosing } from './AccountClosing.tsx';
import { AccountHeld } from './AccountHeld.tsx';
import { BankHealth } from './BankHealth.tsx';
import { CardPanel } from './CardPanel.tsx';
import { Credit } from './Credit.tsx';
import { DebitsStopped } from './DebitsStopped.tsx';
import { DeclineStrip } from './DeclineStrip.tsx';
import { DueBars } from './DueBars.tsx';
import { FirstSteps } from './FirstSteps.tsx';
import { Glance } from './Glance.tsx';
import { NoAddress } from './NoAddress.tsx';
import { ShortDrawStrip } from './ShortDrawStrip.tsx';
import { StoreHealth } from './StoreHealth.tsx';
import { Tiles } from './Tiles.tsx';
import { Unread } from './Unread.tsx';
import { useCardSwitch } from './useCardSwitch.ts';
import { useNewTransactions } from './useNewTransactions.ts';

const CardsGlance = lazy(() => import('./CardsGlance.tsx').then((file) => ({ default: file.CardsGlance })));
const CashFlow = lazy(() => import('../cashFlow/CashFlow.tsx').then((file) => ({ default: file.CashFlow })));
const RelinkBank = lazy(() => import('./RelinkBank.tsx').then((file) => ({ default: file.RelinkBank })));

const Sections = styled.div`
  display: grid;
  gap: 1rem;
`;

/** The brand's greeting, close below the business's name. */
const Greeting = styled.p`
  font-size: ${({ theme }) => theme.typography.fontSize.large};
  color: ${({ theme }) => theme.colors.secondary60};
  margin: -0.75rem 0 1.25rem;

  @media (min-width: 900px) {
    margin: -1.5rem 0 2rem;
  }
`;

const CardArea = styled.div`
  display: grid;
  grid-area: card;
`;

/** Keeps the place of the cash to come while its code is loaded. */
const CashSpace = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  min-height: 30rem;
`;

/** The home page: the amount available, the amounts due, and the state of the card. */
export function Home() {
  const { receiver } = useReceiver();
  const { home, voice } = useProgram();
  const cardSwitch = useCardSwitch();
  const payNow = usePayNow();
  useNewTransactions();

  const can = (ability: string) => receiver.abilities.includes(ability);
  const pay = wayToPay(receiver.payable.obstacle);
  const remedies = {
    pay_now: payNow.onPay ? <Button onClick={payNow.onPay}>{pay.label}</Button> : can('pay_now') && <WayLink path={pay.path}>{pay.label}</WayLink>,
    reopen: can('reopen_card') && <Button onClick={cardSwitch.toggle}>Reopen card</Button>,
    release: can('reopen_card') && <Button onClick={cardSwitch.release}>Reopen card</Button>,
    relink: can('link_bank') && <RelinkBank />,
  };
  const sections = {
    due: (
      <>
        <DueBars />
        <Credit />
      </>
    ),
    transactions: <RecentTransactions />,
  };
  return (
    <Page title={(shownBusinessName(receiver) ?? receiver.email) || 'Home'}>
      {voice.greeting !== null && <Greeting>{voice.greeting}</Greeting>}
      <AccountClosing />
      <AccountHeld held={heldWords(receiver.blocks)} pay={remedies.pay_now} />
      <NoAddress />
      <BankHealth />
      <StoreHealth />
      <DebitsStopped />
      <ShortDrawStrip />
      <Suspense>
        <DeclineStrip card={cardSwitch.card ?? null} remedies={remedies} />
      </Suspense>
      <Unread subjects={['bank', 'debits', 'next_draw', 'declines']} />
      <FirstSteps />
      <Sections>
        <Glance hero={home.hero} hasNextPayment={showsNextPayment(receiver)}>
          <Tiles receiver={receiver} payNow={payNow} />
          <CardArea>
            <CardPanel cardSwitch={cardSwitch} />
          </CardArea>
        </Glance>
        <CashSpace>
          <Suspense>
            <CashFlow />
          </Suspense>
        </CashSpace>
        <Suspense>
          <CardsGlance />
        </Suspense>
        {home.order.map((section) => (
          <Fragment key={section}>{sections[section]}</Fragment>
        ))}
      </Sections>
      {payNow.dialog}
    </Page>
  );
}
