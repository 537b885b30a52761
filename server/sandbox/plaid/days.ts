import { AccountBaseVerificationStatusEnum as Verification } from 'plaid';
import { eachAlone } from '../core/eachAlone.ts';
import { dayMs } from '../core/measures.ts';
import { setVerification } from './items.ts';
import type { PlaidState } from './state.ts';
import { advanceTransfersByDay } from './transferStates.ts';

const verifiesAfterDays = 1;
const expiresAfterDays = 7;

/**
 * Applies the passing of days: transfers advance; an automatic deposit verifies its account after a day; one whose
 * amounts are not entered expires after seven. A failure of one stops no other, and is thrown in the end.
 */
export async function processDay(state: PlaidState, now: Date): Promise<void> {
  await eachAlone([advanceTransfersByDay, verifyByDay], (part) => part(state, now));
}

async function verifyByDay(state: PlaidState, now: Date): Promise<void> {
  const held = (await state.items.find()).flatMap(({ item_id, accounts }) => accounts.map((account) => ({ ...account, item_id })));
  await eachAlone(held, async ({ item_id, base, verifying_since }) => {
    if (!verifying_since) return;
    const age = (now.getTime() - Date.parse(verifying_since)) / dayMs;
    const automatic = base.verification_status === Verification.PendingAutomaticVerification;
    if (automatic && age >= verifiesAfterDays) await setVerification(state, item_id, base.account_id, Verification.AutomaticallyVerified);
    if (!automatic && age >= expiresAfterDays) await setVerification(state, item_id, base.account_id, Verification.VerificationExpired);
  });
}
