import { seededRandom } from '../../sales/random.ts';
import { type HouseholdProfile, householdCharacters } from './profiles.ts';

/**
 * The facts from which the risk of a debit is scored. The bank's score is the chance in percent that the available balance of the
 * settlement day does not cover the debit, as somebody sees it who knows that balance but for an error: a normal one with a
 * standard deviation of `uncertainCents`, drawn from the seed. So of debits with the score s about s in a hundred come back,
 * and the score is informative but not perfect. The customer's score is the chance in percent that the holder disputes the
 * debit, likewise blurred.
 */
export interface ScoredDebit {
  /** The same seed makes the same error. */
  seed: string;
  amountCents: number;
  /** The available balance of the settlement day, as the model has it. */
  availableCents: number;
  uncertainCents: number;
  /** Undefined for an account without a household, whose holder disputes nothing. */
  profile: HouseholdProfile | undefined;
}

export interface DebitScores {
  /** 1 to 99; higher comes back more likely. */
  bank: number;
  customer: number;
}

const lowest = 1;
const highest = 99;
const scoreOf = (chance: number): number => Math.min(highest, Math.max(lowest, Math.round(chance * 100)));

/** Returns the chance that a standard normal number is below x, by a logistic curve that is off by less than 0.01. */
const normalBelow = (x: number): number => 1 / (1 + Math.exp(-1.702 * x));

/** Returns a standard normal number, by the method of Box and Muller. */
function normal(seed: string): number {
  const random = seededRandom(seed);
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
}

/** Returns both scores of a planned debit. */
export function debitScores({ seed, amountCents, availableCents, uncertainCents, profile }: ScoredDebit): DebitScores {
  const errorCents = uncertainCents * normal(`${seed}:bank`);
  const spareCents = availableCents + errorCents - amountCents;
  const disputes = profile ? householdCharacters[profile].disputes : 0;
  return {
    bank: scoreOf(normalBelow(-spareCents / Math.max(1, uncertainCents))),
    customer: scoreOf(disputes * Math.exp(0.5 * normal(`${seed}:customer`)) + 0.01),
  };
}

/** The advice of the rules that are kept at the provider. */
export function adviceOf({ bank, customer }: DebitScores): 'ACCEPT' | 'REVIEW' | 'REROUTE' {
  if (bank >= 60 || customer >= 90) return 'REROUTE';
  return bank >= 30 || customer >= 50 ? 'REVIEW' : 'ACCEPT';
}
