import { control } from '../support/ask.ts';
import { sandboxUrl, siteUrl } from './addresses.ts';
import { expect } from './fixtures.ts';

/** Returns the product's present in ms since 1970-01-01 UTC, as it tells every page. */
async function productNow(): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${new URL(siteUrl()).port}/api/program`);
  return Date.parse(((await answer.json()) as { now: string }).now);
}

/** Advances the sandbox's time, and waits until the product has caught up. Returns the new present. */
export async function skipDays(days: number): Promise<Date> {
  const { now } = await control<{ now: string }>(sandboxUrl(), 'clock/advance', { days });
  await expect
    .poll(async () => (await productNow()) >= Date.parse(now), { timeout: 300_000, message: 'the product lives in the time of the sandbox' })
    .toBe(true);
  return new Date(now);
}

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'America/New_York' });

/** Skips day after day until it is the given day, such as `Dec 21, 2026`, in the program's time zone. Throws when that is past. */
export async function skipTo(day: string): Promise<void> {
  let today = dayFormat.format(await productNow());
  while (today !== day) {
    if (Date.parse(today) > Date.parse(day)) throw new Error(`it is ${today}, and ${day} is past`);
    today = dayFormat.format(await skipDays(1));
  }
}
