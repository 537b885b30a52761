import type { Attempt } from '../oracle/attempts.ts';
import type { CardCall, Decline } from '../oracle/cardAccount.ts';
import type { DebtCall } from '../oracle/debt.ts';
import type { Operation } from '../oracle/linearizable.ts';
import type { Sale, Shown, Sweep } from '../oracle/reads.ts';
import type { ReceiverHistory } from '../oracle/verdict.ts';

/** The calls about one receiver so far, with their answers. */
export interface Recorded extends ReceiverHistory {
  readonly questions: Attempt<'approved' | Decline>[];
  readonly payments: Attempt<'accepted' | 'too much' | 'too many'>[];
  readonly card: Operation<CardCall>[];
  readonly seenDebt: Operation<DebtCall>[];
  readonly sales: Sale[];
  readonly reads: Shown[];
  readonly sweeps: Sweep[];
  readonly repayments: { readonly atMs: number; readonly shown: readonly number[]; readonly debited: readonly number[] }[];
  readonly calmsMs: number[];
}

export const nothingRecorded = (name: string, power: number): Recorded => ({
  name,
  power,
  questions: [],
  payments: [],
  card: [],
  seenDebt: [],
  sales: [],
  reads: [],
  sweeps: [],
  repayments: [],
  calmsMs: [],
});

const startMs = performance.now();

/** Returns the milliseconds since this process began: a clock that only goes forward, whatever is done to others. */
export const sinceStartMs = (): number => performance.now() - startMs;
