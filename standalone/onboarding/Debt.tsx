import { lazy, Suspense } from 'react';
import { useReceiver } from '../session/receiver.ts';

// Few merchants in the onboarding owe anything.
const DebtCard = lazy(() => import('./DebtCard.tsx').then((file) => ({ default: file.DebtCard })));

/** Shows what is owed to a merchant who has a card and is back in the onboarding: the dashboard is closed to them meanwhile. */
export function Debt() {
  const { totalOutstandingCents } = useReceiver().receiver;
  if (totalOutstandingCents === null || totalOutstandingCents <= 0) return null;
  return (
    <Suspense>
      <DebtCard />
    </Suspense>
  );
}
