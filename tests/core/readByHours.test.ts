import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Page } from '../../server/providers/page.ts';
import { type Period, readByHours } from '../../server/services/providerCalls/readByHours.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase();
});
afterAll(() => test.stop());

const stream = { provider: 'lithic', stream: 'events' };
const position = async () => (await test.database.providerCursor.findUnique({ where: { provider_stream: stream } }))?.position;
beforeEach(() => test.database.providerCursor.deleteMany());

const midnight = Date.parse('2026-03-02T00:00:00Z');
const hour = 3_600_000;
const day: Period = { since: new Date(midnight), until: new Date(midnight + 24 * hour) };

/** Every hour, and in the busy ones every quarter of an hour, something was made. */
const made = (busyHours: readonly number[]) =>
  Array.from({ length: 24 }, (_, at) => (busyHours.includes(at) ? [0, 15, 30, 45] : [0]).map((minute) => midnight + at * hour + minute * 60_000)).flat();

/** A provider's list, newest first, three to a page, that says how often it was read. */
function listOf(instants: readonly number[]) {
  const read: { hours: number; after: string | null }[] = [];
  const asked = new Set<string>();
  const list = async ({ since, until }: Period, after: string | null): Promise<Page<number>> => {
    const question = `${since.toISOString()} ${until.toISOString()} ${after}`;
    expect(asked, 'asked twice').not.toContain(question);
    asked.add(question);
    read.push({ hours: (until.getTime() - since.getTime()) / hour, after });
    const newestFirst = instants.filter((instant) => instant >= since.getTime() && instant < until.getTime()).toReversed();
    const from = Number(after ?? 0);
    return { items: newestFirst.slice(from, from + 3), next: newestFirst.length > from + 3 ? String(from + 3) : null };
  };
  return { list, read };
}

it('a time so quiet that a page holds it is read at once', async () => {
  const { list, read } = listOf([midnight + hour, midnight + 20 * hour]);
  const taken: number[] = [];
  await readByHours(test.database, stream, day, { list, take: async (items) => void taken.push(...items) });
  expect(read).toEqual([{ hours: 24, after: null }]);
  expect(taken.toSorted()).toEqual([midnight + hour, midnight + 20 * hour]);
  expect(await position()).toBe(String(day.until.getTime()));
});

it('a busy time is read in steps down to an hour, and every item of it is taken once', async () => {
  const instants = made([9, 10, 11]);
  const { list, read } = listOf(instants);
  const taken: number[] = [];
  await readByHours(test.database, stream, day, { list, take: async (items) => void taken.push(...items) });
  expect(taken.toSorted()).toEqual(instants);
  // Only an hour may need a second page.
  expect(read.filter(({ after }) => after !== null).map(({ hours }) => hours)).toEqual([1, 1, 1]);
  expect(await position()).toBe(String(day.until.getTime()));
});

it('a busy end of a quiet time is asked for once in each length', async () => {
  const instants = [0, 6, 18, 19, 20, 21, 22, 23].map((at) => midnight + at * hour);
  const { list, read } = listOf(instants);
  const taken: number[] = [];
  await readByHours(test.database, stream, day, { list, take: async (items) => void taken.push(...items) });
  expect(taken.toSorted()).toEqual(instants);
  expect(read.map(({ hours }) => hours)).toEqual([24, 12, 12, 6, 6, 3, 3]);
});

it('a run that is broken off is taken up after its last whole step, and no whole step is read again', async () => {
  const instants = made([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  const taken: number[] = [];
  let isAway = true;
  const take = async (items: readonly number[]) => {
    if (isAway && items.some((instant) => instant >= midnight + 5 * hour)) throw new Error('the provider is away');
    taken.push(...items);
  };
  await expect(readByHours(test.database, stream, day, { list: listOf(instants).list, take })).rejects.toThrow('the provider is away');
  expect(taken.toSorted()).toEqual(instants.slice(0, 20));
  expect(await position()).toBe(String(midnight + 5 * hour));

  isAway = false;
  await readByHours(test.database, stream, { ...day, since: new Date(midnight + 5 * hour) }, { list: listOf(instants).list, take });
  expect(taken.toSorted()).toEqual(instants);
});
