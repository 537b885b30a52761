import { Prisma, readValue, type Transaction } from '../client.ts';
import type { ReceiverScope } from '../scope.ts';
import { type AccountRows, accountRowsOf, accountValue, type StoredAccount } from './accountRows.ts';
import { type OnboardingRows, onboardingValue } from './onboardingRows.ts';

/** Reads, as of one moment, all that every page shows of a receiver beside its own record. */
export async function readPresentedRows(
  transaction: Transaction,
  scope: ReceiverScope,
  cardToken: string | null,
): Promise<{ account: AccountRows; onboarding: OnboardingRows }> {
  const value = Prisma.sql`json_build_object('account', ${accountValue(scope)}, 'onboarding', ${onboardingValue(scope, cardToken)})`;
  const { account, onboarding } = await readValue<{ account: StoredAccount; onboarding: OnboardingRows }>(transaction, value);
  return { account: accountRowsOf(account), onboarding };
}
