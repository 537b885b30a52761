import { lazy, Suspense } from 'react';

const PayNow = lazy(() => import('./payNow/PayNow.tsx').then((file) => ({ default: file.PayNow })));

/** The payment of the purchase that the address names, as a purchase's details lead here. */
export function PurchaseToPay({ token, onClose }: { token: string; onClose: () => void }) {
  return (
    <Suspense>
      <PayNow choice={{ pay: 'purchase', transaction_token: token }} onClose={onClose} />
    </Suspense>
  );
}
