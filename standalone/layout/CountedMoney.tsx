import { useEffect, useRef, useState } from 'react';
import { add, type Cents, fraction, subtract } from '../../server/domain/basics/money.ts';
import { Hidden } from './Hidden.ts';
import { Money } from './Money.tsx';

const countMs = 800;
const steps = 1_000;
const wantsNoMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Shows an amount that counts up to a larger one when it changes. Screen readers get the amount itself, at once. */
export function CountedMoney(props: { amount: Cents; size: 'figure' | 'heading' }) {
  const { amount, size } = props;
  const shown = useCountedUp(amount);
  if (shown === amount) return <Money amount={amount} size={size} />;
  return (
    <>
      <Hidden>
        <Money amount={amount} />
      </Hidden>
      <span aria-hidden="true">
        <Money amount={shown} size={size} />
      </span>
    </>
  );
}

function useCountedUp(amount: Cents): Cents {
  const [shown, setShown] = useState(amount);
  const latest = useRef(amount);
  useEffect(() => {
    const from = latest.current;
    latest.current = amount;
    if (amount <= from || wantsNoMotion()) {
      setShown(amount);
      return undefined;
    }
    const began = performance.now();
    let frame = requestAnimationFrame(function step(now) {
      const part = Math.min(1, Math.max(0, now - began) / countMs);
      // Fast at first, then slower.
      setShown(add(from, fraction(subtract(amount, from), Math.round((1 - (1 - part) ** 3) * steps), steps)));
      if (part < 1) frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [amount]);
  return shown;
}
