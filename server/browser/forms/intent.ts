import type { CallFailure, Outcome } from '../callFailure.ts';

/** The sending of an input that must take effect once. */
export interface Intent<Input, Output> {
  /** Sends the input; never throws. */
  run(input: Input): Promise<Outcome<Output>>;
  isBusy: boolean;
  /** The last failure; null when there was none. */
  problem: CallFailure | null;
  /** Forgets the last failure. */
  clear(): void;
}
