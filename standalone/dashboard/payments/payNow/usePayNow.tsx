import { lazy, type ReactNode, Suspense, useState } from 'react';
import { type Cents, cents } from '../../../../server/domain/basics/money.ts';
import { whyNothingToPay } from '../../../../server/domain/repayment/payNow.ts';
import { useReceiver } from '../../../session/receiver.ts';

const PayNow = lazy(() => import('./PayNow.tsx').then((file) => ({ default: file.PayNow })));

export interface PayNowOffer {
  /** Opens the payment; null where nothing can be paid, or the person signed in may not pay. */
  onPay: (() => void) | null;
  /** Opens the payment of an amount, which can be changed there; null where `onPay` is. */
  onPayAmount: ((amount: Cents) => void) | null;
  /** Why nothing can be paid now; null where something can, or the person may not pay. */
  why: string | null;
  /** The open payment, to be placed anywhere on the page. */
  dialog: ReactNode;
}

/** Offers to pay now, first what ends a hold, or says why nothing can be paid. An open payment stays open when nothing is left to pay. */
export function usePayNow(): PayNowOffer {
  const { receiver } = useReceiver();
  const [paying, setPaying] = useState<{ amount: Cents | null } | null>(null);
  const mayPay = receiver.abilities.includes('pay_now');
  const why = whyNothingToPay(receiver.payable);
  const canPay = mayPay && why === null;
  const { ends_hold_cents } = receiver.payable;
  return {
    onPay: canPay ? () => setPaying({ amount: ends_hold_cents === null ? null : cents(ends_hold_cents) }) : null,
    onPayAmount: canPay ? (amount) => setPaying({ amount }) : null,
    why: mayPay ? why : null,
    dialog: paying && (
      <Suspense>
        <PayNow amount={paying.amount} onClose={() => setPaying(null)} />
      </Suspense>
    ),
  };
}
