import { keepDoing, type Load } from './load.ts';
import type { SoakedProduct } from './product.ts';

/** The webhook events that providers sent. The sandbox forgets old ones, so they are recorded while it runs. */
export interface SentEvents {
  /** The issuer's event ids, by which the product stores its events. */
  issuerEvents: Set<string>;
  count: () => number;
  look: (product: SoakedProduct) => Promise<void>;
  watch: (load: Load) => Promise<void>;
}

interface Row {
  seq: bigint;
  event_id: string | null;
}

const betweenLooksMs = 1_000;

export function createSentEvents(): SentEvents {
  const issuerEvents = new Set<string>();
  let last = 0n;
  let seen = 0;
  async function look({ deps }: SoakedProduct): Promise<void> {
    const rows = await deps.database.$queryRaw<Row[]>`SELECT seq, headers ->> 'webhook-id' AS event_id FROM sandbox.webhook WHERE seq > ${last} ORDER BY seq`;
    for (const { seq, event_id } of rows) {
      if (event_id !== null) issuerEvents.add(event_id);
      last = seq;
    }
    seen += rows.length;
  }
  return { issuerEvents, count: () => seen, look, watch: (load) => keepDoing(load, betweenLooksMs, () => look(load.product)) };
}
