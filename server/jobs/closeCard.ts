import { receiverScope } from '../db/scope.ts';
import type { Deps } from '../services/deps.ts';
import { closeCard } from '../services/staff/closeCard.ts';
import type { Jobs } from './jobs.ts';

/** Closes a card at the issuer after a reset has removed it from its receiver's record. */
export const closeResetCard =
  (deps: Deps) =>
  ({ receiver_id, card_token }: Jobs['close-card']): Promise<void> =>
    closeCard(deps, receiverScope(receiver_id), card_token);
