import { Prisma, readValue, type Transaction } from '../client.ts';
import type { ReceiverScope } from '../scope.ts';
import { type AccountRows, accountRowsOf, accountValue, type StoredAccount } from './accountRows.ts';
import { readingValue, storeProblemValue } from './firstReading.ts';
import { type OnboardingRows, onboardingValue } from './onboardingRows.ts';
import { waitingAddressValue } from './waitingAddress.ts';

interface PresentedRows {
  account: AccountRows;
  onboarding: OnboardingRows;
  /** How far the first reading of the store has come; null when none is under way. */
  reading: { months_read: number; months_wanted: number } | null;
  /** The platform of the store, and why its last reading failed; null when it did not. */
  store_problem: { error: string; platform: string } | null;
  /** The address to which the latest link that still works was mailed, to have it confirmed; null without one. */
  waiting: string | null;
}

/** Reads, as of one moment, all that every page shows of a receiver beside its own record. */
export async function readPresentedRows(transaction: Transaction, scope: ReceiverScope, cardToken: string | null): Promise<PresentedRows> {
  const value = Prisma.sql`json_build_object('account', ${accountValue(scope)}, 'onboarding', ${onboardingValue(scope, cardToken)},
    'reading', ${readingValue(scope)}, 'store_problem', ${storeProblemValue(scope)}, 'waiting', ${waitingAddressValue(scope)})`;
  const { account, ...others } = await readValue<Omit<PresentedRows, 'account'> & { account: StoredAccount }>(transaction, value);
  return { account: accountRowsOf(account), ...others };
}
