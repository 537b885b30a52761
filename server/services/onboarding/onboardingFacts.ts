import { type OnboardingRows, readOnboardingRows } from '../../db/queries/onboardingRows.ts';
import type { Receiver } from '../../db/rows.ts';
import { isCutOff } from '../../domain/bank/bankStatus.ts';
import { isCurrentOrder } from '../../domain/card/cardOrder.ts';
import { type OnboardingFacts, verificationStatus } from '../../domain/onboarding/onboarding.ts';
import type { ReceiverView } from '../access/receiverView.ts';
import type { Deps } from '../deps.ts';

type PresentedFacts = OnboardingFacts & { wantsPhysicalCard: boolean };

/** Returns the providers' last known states of a receiver, as onboarding uses them. */
export async function onboardingFacts(
  { database }: Pick<Deps, 'database'>,
  { scope, receiver }: Pick<ReceiverView, 'scope' | 'receiver'>,
): Promise<PresentedFacts> {
  return onboardingFactsOf(await readOnboardingRows(database, scope, receiver.lithic_card_token), receiver);
}

/** Returns the same from rows that were read. */
export function onboardingFactsOf({ bank, card, order: latest }: OnboardingRows, receiver: Receiver): PresentedFacts {
  const order = latest !== null && isCurrentOrder(latest, receiver) ? latest : null;
  return {
    plaid_account_verification_status: bank && (isCutOff(bank.health) ? 'relink' : verificationStatus({ verification_status: bank.verification_status })),
    kybStatus: receiver.kyb_status,
    card,
    isCardOrdered: order !== null,
    wantsPhysicalCard: order?.is_physical === true && receiver.card_request === null,
  };
}
