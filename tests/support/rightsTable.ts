import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';

/** One row of the table of a call: how somebody asks, and what they must be answered. */
export interface Row {
  caller: string;
  ask: () => Promise<unknown>;
  expected: unknown;
}

/** Asks all rows of a call's table, one after the other, and names every caller who is answered wrongly. */
export async function expectAnswers(call: string, rows: readonly Row[]): Promise<void> {
  const wrong: string[] = [];
  for (const { caller, ask, expected } of rows) {
    const answered = await ask();
    if (!isDeepStrictEqual(answered, expected)) wrong.push(`${call} by ${caller}: ${JSON.stringify(answered)}, not ${JSON.stringify(expected)}`);
  }
  expect(wrong).toEqual([]);
}
