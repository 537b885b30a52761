import { receiverScope } from '../db/scope.ts';
import { issueWaitingCard } from '../services/card/issueWaitingCard.ts';
import type { Deps } from '../services/deps.ts';
import type { Jobs } from './jobs.ts';

/** Issues the card that a receiver ordered, once the issuer has accepted the business. */
export const issueOrderedCard =
  (deps: Deps) =>
  ({ receiver_id }: Jobs['issue-card']) =>
    issueWaitingCard(deps, receiverScope(receiver_id));
