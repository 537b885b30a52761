import { lazy, Suspense } from 'react';
import { ReceiverContext, useReceiver } from '../session/receiver.ts';
import { useRecordNow } from './useRecordNow.ts';

// Few merchants in the onboarding owe anything.
const DebtCard = lazy(() => import('./DebtCard.tsx').then((file) => ({ default: file.DebtCard })));

/** Shows what is owed to a merchant who has a card and is back in the onboarding: the dashboard is closed to them meanwhile. */
export function Debt() {
  const { totalOutstandingCents } = useReceiver().receiver;
  return totalOutstandingCents === null || totalOutstandingCents <= 0 ? null : <DebtNow />;
}

/** Follows a payment to the bank: the page's own record stays as it is during the onboarding. */
function DebtNow() {
  const state = useReceiver();
  const receiver = useRecordNow();
  return (
    <ReceiverContext.Provider value={{ ...state, receiver }}>
      <Suspense>
        <DebtCard />
      </Suspense>
    </ReceiverContext.Provider>
  );
}
