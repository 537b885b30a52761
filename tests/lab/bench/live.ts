import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright';
import { createDatabase, type PrismaDatabase } from '../../../server/db/client.ts';
import { inTransaction } from '../../../server/db/database.ts';
import { databaseOf } from '../../../server/db/databaseOf.ts';
import { shareEmbeddedPostgres } from '../../../server/db/embedded.ts';
import { receiverScope } from '../../../server/db/scope.ts';
import { onboardedMerchant, signInAsMerchant } from '../../frontends/merchants.ts';
import { ascending, percentile } from '../../support/percentile.ts';
import { launchBrowser, startPublishedProduct } from './browser.ts';
import type { Figure } from './figures.ts';

const commits = 40;
/** Purchases of one merchant are seldom closer together. */
const betweenMs = 1_500;
const mostMs = 1_000;
const wholeDollar = 100;

/** Commits a new limit, as a worker in another process does. Resolves once it is committed. */
async function commitLimit(database: PrismaDatabase, receiverId: string, total: bigint): Promise<void> {
  await inTransaction(database, async (transaction) => {
    const figures = { total_cents: total, outstanding_cents: 0n, available_cents: total };
    await databaseOf(transaction, receiverScope(receiverId)).spendingPowerSnapshot.create({
      data: { ...figures, inputs: {}, terms: [], cause: 'bench', taken_at: new Date() },
    });
  });
}

/** Waits in the page until its next frame shows a text, and returns the time of that frame. */
function untilShown(page: Page, text: string): Promise<number> {
  return page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const look = () => (document.body.textContent.includes(wanted) ? resolve(Date.now()) : requestAnimationFrame(look));
        look();
      }),
    text,
  );
}

async function measure(page: Page, database: PrismaDatabase, receiverId: string): Promise<number[]> {
  const tookMs: number[] = [];
  for (let commit = 1; commit <= commits; commit += 1) {
    // Amounts that fall are shown without counting.
    const dollars = 90_000 - commit;
    const shown = untilShown(page, `Total Limit: $${dollars.toLocaleString('en-US')}.00`);
    await commitLimit(database, receiverId, BigInt(dollars * wholeDollar));
    const committedAt = Date.now();
    tookMs.push(Math.max(0, (await shown) - committedAt));
    await pause(betweenMs);
  }
  return ascending(tookMs);
}

/** Measures the time from the commit of a row, by another process, until an open page shows it. */
export async function benchLive(): Promise<Figure[]> {
  const product = await startPublishedProduct();
  const browser = await launchBrowser();
  const postgres = await shareEmbeddedPostgres({ dataDir: product.dataDir, log: { debug: () => {}, error: console.error } });
  const database = createDatabase(postgres.url);
  try {
    const merchant = await onboardedMerchant();
    const page = await browser.newPage({ viewport: { width: 1_440, height: 900 } });
    const streaming = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/events' && response.ok());
    await signInAsMerchant(page, merchant);
    await page.getByRole('region', { name: 'Available to Spend' }).getByText('Total Limit').waitFor();
    await streaming;
    const tookMs = await measure(page, database, merchant.receiver.id);
    return [
      {
        name: `commit to pixel, p95 of ${tookMs.length} commits (median ${percentile(tookMs, 0.5).toFixed(0)} ms)`,
        value: percentile(tookMs, 0.95),
        unit: 'ms',
        beside: { name: 'the most it may be', value: mostMs },
        ratioMost: 1,
      },
    ];
  } finally {
    await database.$disconnect();
    await browser.close();
    await product.stop();
  }
}
