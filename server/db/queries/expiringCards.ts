import type { IsoDate } from '../../domain/basics/dates.ts';
import { prismaOf, type Transaction } from '../client.ts';
import { receiversAtOnce } from './plannerRuns.ts';

/** Returns the ids of the next receivers, after one and ordered by id, with a card in use that ends by a day. */
export async function receiversWithExpiringCards(transaction: Transaction, by: IsoDate, after: string): Promise<string[]> {
  const rows = await prismaOf(transaction).$queryRaw<{ receiver_id: string }[]>`
    SELECT DISTINCT receiver_id FROM card
    WHERE expires_on <= ${by}::date AND state <> 'CLOSED' AND lost_at IS NULL AND receiver_id > ${after}::uuid
    ORDER BY receiver_id LIMIT ${receiversAtOnce}`;
  return rows.map(({ receiver_id }) => receiver_id);
}
