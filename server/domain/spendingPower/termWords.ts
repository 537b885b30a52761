import { cents } from '../basics/money.ts';
import { signed } from './spendingPowerLog.ts';
import type { TermOperation } from './termOperations.ts';

interface Term {
  readonly operation: TermOperation;
  /** `÷ 3` or `× 80%`; null where the step has none. */
  readonly factor: string | null;
  readonly change_cents: number;
}

/** Says what a step does to the amount before it: `÷ 3`, `× 80%`, `−$1,200.00`. A division is no loss, so it has no minus. */
export function termWords({ operation, factor, change_cents }: Term): string | null {
  if (operation === 'change') return change_cents === 0 ? 'nothing taken off' : signed(cents(change_cents));
  return factor;
}
