import type { Receiver } from '../../db/rows.ts';
import { taxIdentity } from '../../domain/receiver/claims.ts';
import type { Deps } from '../deps.ts';

/** Returns the EIN of a receiver that backs it: none after a rejection of a business that was never accepted, or when it cannot be read, which is logged, so that the others are claimed all the same. */
export function storedEin({ secrets, log }: Pick<Deps, 'secrets' | 'log'>, { id, ein_encrypted, kyb_status, business_refused_at }: Receiver): string[] {
  if (ein_encrypted === null || (kyb_status === 'REJECTED' && business_refused_at === null)) return [];
  try {
    return [taxIdentity(secrets.decrypt(ein_encrypted, { table: 'receiver', column: 'ein_encrypted', owner: id }))];
  } catch (failure) {
    log.error({ err: failure, receiver_id: id }, 'an EIN could not be read');
    return [];
  }
}
