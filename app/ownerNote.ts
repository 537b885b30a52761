import type { ReceiverAnswer } from '../server/contract/receiver.ts';
import { whoCan } from '../server/domain/access/teamWords.ts';

/** Tells a reader who is not the owner of the account whom to ask. */
export function ownerNote({ owner_needed, role }: Pick<ReceiverAnswer, 'owner_needed' | 'role'>): string {
  return owner_needed ?? whoCan(role, 'owner');
}
