import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FullConfig } from '@playwright/test';
import { findLeaks } from '../support/leaks.ts';
import { publishPorts } from './addresses.ts';
import { startProductProcess } from './productProcess.ts';

/** Returns the events and pieces of recordings that pages and server of this run sent to be measured, one line each. */
async function sentToAnalytics(sandboxPort: number): Promise<string[]> {
  const lists = await Promise.all(
    ['posthog/events', 'clarity/recordings'].map(async (path) => {
      const answer = await fetch(`http://127.0.0.1:${sandboxPort}/${path}`);
      return Object.values<unknown[]>(await answer.json()).flat();
    }),
  );
  return lists.flat().map((item) => JSON.stringify(item));
}

/** Returns the lines of JSON of a log, without the greeting that the product prints at its start. */
const logLines = (log: string) =>
  readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('{'));

/** Fails the run when a token or an email address leaked into these lines. */
function refuseLeaks(lines: readonly string[]): void {
  const leaks = findLeaks(lines);
  if (leaks.length > 0)
    throw new Error(
      `${leaks.length} leaks, such as ${leaks
        .slice(0, 5)
        .map(({ kind, where }) => `${kind}: ${where}`)
        .join('\n')}`,
    );
}

/** Starts the product of the run; returns the function that stops it after all tests. */
export default async function startProduct(config: FullConfig): Promise<() => Promise<void>> {
  const results = config.projects[0]?.outputDir ?? 'test-results';
  mkdirSync(results, { recursive: true });
  const { ports, log, stop } = await startProductProcess(join(results, 'product.log'));
  publishPorts(ports);
  return async () => {
    const sent = await sentToAnalytics(ports.sandbox).finally(stop);
    refuseLeaks([...sent, ...logLines(log)]);
  };
}
