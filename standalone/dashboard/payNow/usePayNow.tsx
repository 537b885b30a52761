import { lazy, type ReactNode, Suspense, useState } from 'react';
import { whyNothingToPay } from '../../../server/domain/repayment/payNow.ts';
import { useReceiver } from '../../session/receiver.ts';

const PayNow = lazy(() => import('./PayNow.tsx').then((file) => ({ default: file.PayNow })));

export interface PayNowOffer {
  /** Opens the payment; null where nothing can be paid, or the person signed in may not pay. */
  onPay: (() => void) | null;
  /** Why nothing can be paid now; null where something can, or the person may not pay. */
  why: string | null;
  /** The open payment, to be placed anywhere on the page. */
  dialog: ReactNode;
}

/** Offers to pay now, or says why nothing can be paid. An open payment stays open when nothing is left to pay. */
export function usePayNow(): PayNowOffer {
  const { receiver } = useReceiver();
  const [isPaying, setIsPaying] = useState(false);
  const mayPay = receiver.abilities.includes('pay_now');
  const why = whyNothingToPay(receiver.payable);
  return {
    onPay: mayPay && why === null ? () => setIsPaying(true) : null,
    why: mayPay ? why : null,
    dialog: isPaying && (
      <Suspense>
        <PayNow onClose={() => setIsPaying(false)} />
      </Suspense>
    ),
  };
}
