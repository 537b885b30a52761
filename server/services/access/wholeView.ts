import { DomainError } from '../../domain/basics/errors.ts';
import type { ReceiverView } from './receiverView.ts';

/** Throws `forbidden` for a cardholder, who sees their own cards and purchases alone. */
export function requireWholeView({ holderId }: Pick<ReceiverView, 'holderId'>): void {
  if (holderId !== undefined)
    throw new DomainError('forbidden', { reason: 'You see your own cards and purchases here. Ask the owner of the account for the rest.' });
}
