import { setTimeout as pause } from 'node:timers/promises';

const waitMs = 250;
const maximumWaitMs = 60_000;

/** Reads until the answer is not null, and returns it. Throws an error that says what is missing after a minute, and when aborted. */
export async function waitFor<Answer>(missing: string, stopping: AbortSignal, read: () => Promise<Answer | null>): Promise<Answer> {
  for (let waited = 0; waited < maximumWaitMs; waited += waitMs) {
    const answer = await read();
    if (answer !== null) return answer;
    await pause(waitMs, undefined, { signal: stopping });
  }
  throw new Error(missing);
}
