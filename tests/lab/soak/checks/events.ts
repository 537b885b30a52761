import type { SoakedProduct } from '../product.ts';
import type { SentEvents } from '../sentEvents.ts';

interface Delivery {
  stand_in: string;
  event: string;
  count: number;
}

/** Returns the webhook events that the sandbox did not deliver, counted by type. */
function undelivered({ deps }: SoakedProduct): Promise<Delivery[]> {
  return deps.database.$queryRaw<Delivery[]>`
    SELECT stand_in, event, count(*)::int AS count FROM sandbox.webhook WHERE outcome IS DISTINCT FROM 'delivered' GROUP BY stand_in, event`;
}

/** Checks that the product read the bank's transfer events to the last. The bank's webhooks name none, but the events are numbered. */
async function unreadTransferEvents({ deps }: SoakedProduct): Promise<string[]> {
  const [row] = await deps.database.$queryRaw<{ last: bigint; position: bigint }[]>`
    SELECT coalesce((SELECT max(id::bigint) FROM sandbox.object WHERE stand_in = 'plaid' AND kind = 'transfer_event'), 0) AS last,
      coalesce((SELECT position::bigint FROM provider_cursor WHERE provider = 'plaid' AND stream = 'transfer_events'), 0) AS position`;
  return row && row.last !== row.position ? [`the bank has told of ${row.last} events, ${row.position} were read`] : [];
}

/** Checks that every webhook sent was received and applied. */
export async function eventFailures(product: SoakedProduct, { issuerEvents }: SentEvents): Promise<string[]> {
  const inbox = await product.deps.database.webhookInbox.findMany({ select: { provider: true, event_id: true, type: true, handled_at: true, error: true } });
  const handled = new Set(inbox.filter(({ handled_at }) => handled_at !== null).map(({ event_id }) => event_id));
  const lost = [...issuerEvents].filter((id) => !handled.has(id));
  return [
    ...(await undelivered(product)).map(({ stand_in, event, count }) => `${count} ${event} of ${stand_in} did not arrive`),
    ...(lost.length === 0 ? [] : [`${lost.length} of ${issuerEvents.size} events of the issuer were lost, such as ${lost.slice(0, 3).join(', ')}`]),
    ...inbox
      .filter(({ handled_at }) => handled_at === null)
      .map(({ provider, type, error }) => `${type} of ${provider} was taken in and not applied: ${error}`),
    ...(await unreadTransferEvents(product)),
  ];
}
