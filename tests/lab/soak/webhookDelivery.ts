import { chanceOf } from '../../support/chance.ts';
import { count, keepDoing, type Load } from './load.ts';
import type { SoakedProduct } from './product.ts';

const senders = ['lithic', 'plaid', 'rutter'] as const;
const usual = { copies: 1, delay_ms: 0, reorder_window_ms: 0, held: false };

/** Bad ways to deliver webhook events; none of them loses an event. */
const bad = {
  doubled: { ...usual, copies: 2 },
  tripled: { ...usual, copies: 3 },
  late: { ...usual, delay_ms: 2_000 },
  'out of order': { ...usual, reorder_window_ms: 1_500 },
  'doubled and out of order': { ...usual, copies: 2, reorder_window_ms: 1_000 },
  'held back': { ...usual, held: true },
} as const;
const badSettings = Object.entries(bad) as unknown as readonly [[string, typeof usual], ...[string, typeof usual][]];

async function setDelivery({ sandboxUrl }: SoakedProduct, sender: string, settings: typeof usual): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${sandboxUrl}/control/webhooks/${sender}`, { method: 'PATCH', headers, body: JSON.stringify(settings) });
  if (!answer.ok) throw new Error(`the delivery of ${sender} stays as it is: ${answer.status}`);
}

/** Lets webhook events come twice, three times, late, out of order or not yet, one after the other. */
export async function disturbWebhooks(load: Load): Promise<void> {
  const chance = chanceOf(`${load.seed} webhooks`);
  await keepDoing(load, Math.max(500, load.lastsMs / 120), async () => {
    const [name, settings] = chance.pick(badSettings);
    await setDelivery(load.product, chance.pick(senders), settings);
    count(load, `webhooks ${name}`);
  });
}

/** Restores normal delivery of webhook events and delivers those held back. */
export async function calmWebhooks(product: SoakedProduct): Promise<void> {
  for (const sender of senders) await setDelivery(product, sender, usual);
}
