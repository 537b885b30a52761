import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTestTime, startAt } from '../support/clock.ts';
import { signUp } from '../support/people.ts';
import { type TestProduct, testProduct } from '../support/product.ts';

/** Years away from whatever the machine has for now. */
const start = '2031-03-04T05:06:07Z';

/** Longer than any test file runs. */
const hourMs = 3_600_000;

let product: TestProduct;
beforeAll(async () => {
  startAt(start);
  product = await testProduct();
});
afterAll(() => product.stop());

it('product, sandbox, tokens, the defaults of the database and other processes live in one time, which flows on', async () => {
  const before = product.deps.machineClock();
  const { token, receiver } = await signUp(product);
  const sandbox = await fetch(`${product.sandboxUrl}/control/clock`);
  // Its machine may have another time than ours: what counts is that a connection moves it by as much.
  const [row] = await product.deps.database.$queryRaw<{ column_ms: number; moved_ms: number }[]>`
    SELECT extract(epoch FROM created_at - statement_timestamp())::float8 * 1000 AS column_ms,
      extract(epoch FROM headway_now() - statement_timestamp())::float8 * 1000 AS moved_ms
    FROM receiver WHERE id = ${receiver.id}::uuid`;
  const child = await promisify(execFile)(process.execPath, [...inTestTime, '--eval', 'console.log(new Date().toISOString())']);

  const moments: Record<string, Date> = {
    product: product.deps.clock(),
    machine: product.deps.machineClock(),
    sandbox: new Date(((await sandbox.json()) as { now: string }).now),
    token: new Date((decodeJwt(token).iat ?? 0) * 1_000),
    process: new Date(child.stdout.trim()),
  };
  const sinceStart = Object.entries(moments).map(([who, moment]) => [who, Math.floor((moment.getTime() - Date.parse(start)) / hourMs)]);
  expect(sinceStart).toEqual(Object.keys(moments).map((who) => [who, 0]));
  expect(product.deps.machineClock().getTime()).toBeGreaterThan(before.getTime());
  expect(Math.round(row?.moved_ms ?? 0)).toBe(globalThis.testClock?.aheadMs);
  expect(Math.abs((row?.column_ms ?? 0) - (row?.moved_ms ?? 0))).toBeLessThan(hourMs);
});
