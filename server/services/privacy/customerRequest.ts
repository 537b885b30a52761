import { z } from 'zod';
import { storedJson } from '../../db/storedJson.ts';

/** A platform's privacy request about one customer of a store. We keep only the ids of the customer and of their orders. */
export const customerRequestJson = storedJson('what a platform asks about a customer', [z.object({ customer_id: z.string(), order_ids: z.array(z.string()) })]);
