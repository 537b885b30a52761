import { z } from 'zod';
import { storedJson } from '../../db/storedJson.ts';

/** What a platform asks about one customer of a store. Of the customer no more is kept than which orders are theirs. */
export const customerRequestJson = storedJson('what a platform asks about a customer', [z.object({ customer_id: z.string(), order_ids: z.array(z.string()) })]);
