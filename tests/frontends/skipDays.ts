import { control } from '../support/ask.ts';
import { sandboxUrl, siteUrl } from './addresses.ts';
import { expect } from './fixtures.ts';

/** What the product takes for now, as it tells every page. */
async function productNow(): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${new URL(siteUrl()).port}/api/program`);
  return Date.parse(((await answer.json()) as { now: string }).now);
}

/** Moves the sandbox's time on, and waits until the product has lived up to there. Answers the new present. */
export async function skipDays(days: number): Promise<Date> {
  const { now } = await control<{ now: string }>(sandboxUrl(), 'clock/advance', { days });
  await expect
    .poll(async () => (await productNow()) >= Date.parse(now), { timeout: 300_000, message: 'the product lives in the time of the sandbox' })
    .toBe(true);
  return new Date(now);
}

const dayInWords = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'America/New_York' });

/** Skips one day after the other until it is that day, such as `Dec 21, 2026`, where the program lives. */
export async function skipTo(day: string): Promise<void> {
  for (let today = ''; today !== day; ) today = dayInWords.format(await skipDays(1));
}
