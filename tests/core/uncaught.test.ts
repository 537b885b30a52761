import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { root } from '../check/seeds.ts';

/** Runs a module that logs, in a process of its own. */
async function run(source: string): Promise<{ code: number | null; lines: Record<string, unknown>[] }> {
  const head = `import { createLog, logUncaught } from './server/log.ts'; logUncaught(createLog('info'));`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', `${head} ${source}`], { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] });
  const [written, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return { code, lines: written.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : [])) };
}

it.each([
  ['an error that nothing caught', `setTimeout(() => { throw new Error('the cause'); }, 0);`],
  ['a promise that nothing waited for', `setTimeout(() => void Promise.reject(new Error('the cause')), 0);`],
])('%s ends the process, and stands in the log', async (_name, source) => {
  const { code, lines } = await run(source);
  expect(code).toBe(1);
  expect(lines).toMatchObject([{ level: 60, err: { message: 'the cause', stack: expect.stringContaining('Error: the cause') } }]);
});
