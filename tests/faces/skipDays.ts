import { control } from '../support/ask.ts';
import { sandboxUrl, siteUrl } from './addresses.ts';
import { expect } from './fixtures.ts';

/** What the product takes for now, as it tells every page. */
async function productNow(): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${new URL(siteUrl()).port}/api/program`);
  return Date.parse(((await answer.json()) as { now: string }).now);
}

/** Moves the sandbox's time on, a day at a time, each when the product has lived the one before. */
export async function skipDays(days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    const { now } = await control<{ now: string }>(sandboxUrl(), 'clock/advance', { days: 1 });
    await expect
      .poll(async () => (await productNow()) >= Date.parse(now), { timeout: 120_000, message: 'the product lives in the time of the sandbox' })
      .toBe(true);
  }
}
