import { receiverScope } from '../db/scope.ts';
import type { Deps } from '../services/deps.ts';
import { closeCard } from '../services/staff/closeCard.ts';
import type { Jobs } from './queue.ts';

/** Closes a card that was taken out of its receiver's record. */
export const closeResetCard =
  (deps: Deps) =>
  ({ receiver_id, card_token }: Jobs['close-card']): Promise<void> =>
    closeCard(deps, receiverScope(receiver_id), card_token);
