import { findBrokenAuditRows } from '../../../server/db/queries/auditChain.ts';
import { answerFailures } from './checks/answers.ts';
import { bookFailures } from './checks/books.ts';
import { slowDecisions } from './checks/decisions.ts';
import { drawFailures } from './checks/draws.ts';
import { eventFailures } from './checks/events.ts';
import { jobFailures } from './checks/jobs.ts';
import { quotaFailures } from './checks/quotas.ts';
import { waitUntilDrained } from './drained.ts';
import type { Faults } from './faults.ts';
import { memoryFailures, memoryGrowth } from './memory.ts';
import type { Merchant } from './merchant.ts';
import type { SoakedProduct } from './product.ts';
import type { QuotaRefusals } from './quotaRefusals.ts';
import type { SentEvents } from './sentEvents.ts';
import type { Soaked } from './soak.ts';

interface Judged {
  product: SoakedProduct;
  merchants: readonly Merchant[];
  soaked: Soaked;
  faults: Faults;
  sentEvents: SentEvents;
  refusals: QuotaRefusals;
}

async function auditFailures({ deps }: SoakedProduct): Promise<string[]> {
  const broken = await findBrokenAuditRows(deps.database);
  return broken.map(({ receiver_id, sequence, fault }) => `row ${sequence} of the audit log of ${receiver_id} is ${fault}`);
}

/** Largest share of purchases that may go undecided in time, because the machine is overloaded; the issuer declines those. */
const undecidedShare = 0.01;

/** Reports too many purchases that the issuer declined because we did not answer. */
function decisionFailures({ tally }: Soaked): string[] {
  const [asked, undecided] = [tally.get('spend') ?? 0, tally.get('undecided') ?? 0];
  return undecided <= Math.max(2, asked * undecidedShare) ? [] : [`${undecided} of ${asked} purchases were not decided in time`];
}

/** Says how long a step took: with a thousand merchants, the last ones take minutes. */
async function timed<Result>(step: string, result: Promise<Result>): Promise<Result> {
  const beganMs = performance.now();
  const known = await result;
  console.log(`${step}: ${Math.round((performance.now() - beganMs) / 1_000)} s`);
  return known;
}

/** Waits until all work is done, then returns the failures of each check; their lists are empty when all is well. */
export async function judge({ product, merchants, soaked, faults, sentEvents, refusals }: Judged): Promise<Record<string, readonly string[]>> {
  const slow = await slowDecisions(product);
  const drained = await timed('the last work was done', waitUntilDrained(product));
  await sentEvents.look(product);
  return {
    'every job is done': drained,
    'no job was given up': await jobFailures(product),
    'no answer was a failure of our own': answerFailures(soaked.record, faults),
    'purchases were decided in time': [...decisionFailures(soaked), ...slow],
    'no call that somebody waited for met a quota': await quotaFailures(product, refusals),
    'no webhook was lost': await eventFailures(product, sentEvents),
    'no draw was sent twice': await drawFailures(product),
    'the books are balanced and agree with the issuer and the bank': await timed('the books were compared', bookFailures(product, merchants)),
    'memory is flat': memoryFailures(memoryGrowth(soaked.memory)),
    'the audit log is whole': await auditFailures(product),
  };
}
