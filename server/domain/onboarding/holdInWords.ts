import { isFrozen } from '../access/access.ts';
import type { Receiver } from '../receiver/receiver.ts';
import type { Block } from '../spendingPower/blocks.ts';
import { waitingTexts } from './stepTexts.ts';

type Held = Pick<Receiver, 'is_locked' | 'is_fraud' | 'is_black_listed'> & { readonly blocks: readonly Block[] };

/** Says why no card opens at the end of the onboarding, however long a merchant waits; null where one opens. */
export function holdInWords(account: Held): string | null {
  if (isFrozen(account)) return waitingTexts.onHold.lead;
  return account.blocks.includes('shared_identity') ? waitingTexts.onHold.shared : null;
}
