import { madeOnce } from './madeOnce.ts';

const percentage = madeOnce(() => new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 2 }));

/** `7825` → `78.25%`. */
export function percent(basisPoints: number): string {
  return percentage().format(basisPoints / 10_000);
}
