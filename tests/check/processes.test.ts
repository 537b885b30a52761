import { expect, it } from 'vitest';
import { runToTheEnd } from '../command/processes.ts';

const node = (script: string) => runToTheEnd(process.execPath, ['--eval', script]);

it("a command's exit code is its own, and a clean one leaves nothing", async () => {
  expect(await node('process.exit(0)')).toEqual({ exitCode: 0, leftovers: [], lastWords: '' });
  expect(await node('process.exit(7)')).toEqual({ exitCode: 7, leftovers: [], lastWords: '' });
});

it("the end of a command's standard error is kept", async () => {
  expect((await node("console.error('no room'); process.exit(1)")).lastWords).toBe('no room\n');
});

it('a command that was killed has failed', async () => {
  expect((await node("process.kill(process.pid, 'SIGKILL')")).exitCode).not.toBe(0);
});

it('a child that goes on in a group of its own is told', async () => {
  const { exitCode, leftovers } = await node(
    "require('node:child_process').spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)', 'left-behind'], { detached: true, stdio: 'ignore' }).unref()",
  );
  expect(exitCode).toBe(0);
  expect(leftovers).toEqual([expect.stringContaining('left-behind')]);
});
