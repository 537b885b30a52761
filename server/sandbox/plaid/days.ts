import { AccountBaseVerificationStatusEnum as Verification } from 'plaid';
import { dayMs } from '../core/measures.ts';
import { setVerification } from './items.ts';
import type { PlaidState } from './state.ts';
import { advanceTransfersByDay } from './transferStates.ts';

const verifiesAfterDays = 1;
const expiresAfterDays = 7;

/**
 * Applies the passing of days: transfers advance; an automatic deposit verifies its account after a day; one whose
 * amounts are not entered expires after seven.
 */
export async function processDay(state: PlaidState, now: Date): Promise<void> {
  await advanceTransfersByDay(state, now);
  for (const { item_id, accounts } of await state.items.find()) {
    for (const { base, verifying_since } of accounts) {
      if (!verifying_since) continue;
      const age = (now.getTime() - Date.parse(verifying_since)) / dayMs;
      const automatic = base.verification_status === Verification.PendingAutomaticVerification;
      if (automatic && age >= verifiesAfterDays) await setVerification(state, item_id, base.account_id, Verification.AutomaticallyVerified);
      if (!automatic && age >= expiresAfterDays) await setVerification(state, item_id, base.account_id, Verification.VerificationExpired);
    }
  }
}
