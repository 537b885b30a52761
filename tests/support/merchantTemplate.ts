import { newCardholder, untilLimited } from './cardholder.ts';
import { isMoved } from './clock.ts';
import { makeTemplate, openCopyOf, type TestDatabase } from './database.ts';
import { eventually } from './eventually.ts';
import type { MadeBefore, Screen } from './madeBefore.ts';
import { newMerchant } from './merchant.ts';
import { productOn, type TestProduct } from './productOn.ts';

/** The merchants that a template holds: as many of a kind as most files of tests take. What a file takes beyond them is made there. */
const counts = { KYB: 16, BANK_LINK: 20, ACCOUNTING_CONNECTION: 6, KYB_ACCEPT: 3, CARDHOLDER: 20 } as const;
export type MerchantKind = keyof typeof counts;

/**
 * Makes a fresh database that holds merchants of a kind from its beginning, at the stand-ins too. The product's own calls made them, once in
 * a run, in the template of such databases: to copy it costs a hundredth of what one merchant does.
 */
export async function openWithMerchants(kind: MerchantKind): Promise<{ database: TestDatabase; madeBefore: MadeBefore }> {
  if (isMoved()) throw new Error('a file at another time than its run makes its merchants itself');
  const template = `headway_template_${kind.toLowerCase()}`;
  const made = await makeTemplate(template, async (url) => JSON.stringify(await fill(url, kind)));
  return { database: await openCopyOf(template), madeBefore: JSON.parse(made) };
}

async function fill(url: string, kind: MerchantKind): Promise<MadeBefore> {
  const product = await productOn({ url, stop: async () => {} });
  try {
    const made: MadeBefore = { walked: [], cardholders: [] };
    // One after another: on a busy machine, many at once are more than the stand-ins answer in time.
    for (let place = 0; place < counts[kind]; place += 1) {
      if (kind === 'CARDHOLDER') made.cardholders.push(await makeCardholder(product));
      else made.walked.push(await walk(product, kind, place));
    }
    await untilQuiet(product);
    await forget(product);
    return made;
  } finally {
    await product.stop();
  }
}

async function walk(product: TestProduct, next: Screen, place: number) {
  // No test gives its merchants such a number: an EIN backs one account alone.
  const ein = `13-${String(place).padStart(3, '0')}6789`;
  const merchant = await newMerchant(product, {}, ein);
  await merchant.walkTo(next);
  return { email: merchant.email, ein, next };
}

async function makeCardholder(product: TestProduct) {
  const cardholder = await newCardholder(product);
  await untilLimited(product, cardholder);
  const { email, cardToken, bank } = cardholder;
  return { email, cardToken, bank };
}

/** Waits until no job is left that could run now, and no webhook is under way. */
async function untilQuiet({ deps: { database } }: TestProduct): Promise<void> {
  await eventually('rest', async () => {
    const [left] = await database.$queryRaw<{ count: bigint }[]>`
      SELECT (SELECT count(*) FROM pgboss.job WHERE state < 'completed' AND start_after <= clock_timestamp() + interval '10 seconds' AND name NOT LIKE '\\_\\_%')
        + (SELECT count(*) FROM sandbox.webhook WHERE finished_at IS NULL) AS count`;
    return left?.count === 0n;
  });
}

/** Leaves no trace of the making that a test would count as its own. */
async function forget({ deps: { database } }: TestProduct): Promise<void> {
  await database.rateLimit.deleteMany();
  await database.$executeRaw`DELETE FROM sandbox.journal`;
  await database.$executeRaw`DELETE FROM sandbox.webhook`;
}
