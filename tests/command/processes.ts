import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { signalIfAlive } from '../support/signalIfAlive.ts';

/** The exit of a command, and the command lines of the processes that it left behind. */
export interface Ended {
  exitCode: number;
  leftovers: readonly string[];
  /** The end of its standard error, which tells a reader why it did nothing. */
  lastWords: string;
}

const lastWordsLength = 16_000;

/** How long a command's processes may outlive it. */
const graceMs = 3_000;
const lookMs = 50;

/** The signals that a command gets as we get them. */
const passedOn = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs a command with its output on ours and waits until it and all processes that it started are gone. Kills and
 * reports those that stay. Finds them by process group and by a mark in their environment, since a browser makes its
 * own group.
 */
export async function runToTheEnd(command: string, args: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const mark = randomUUID();
  const child = spawn(command, args, {
    stdio: ['ignore', 'inherit', 'pipe'],
    detached: true,
    env: { ...process.env, ...environment, HEADWAY_TEST_COMMAND: mark },
  });
  const { pid: group } = child;
  let lastWords = '';
  child.stderr.on('data', (chunk: Buffer) => {
    process.stderr.write(chunk);
    lastWords = (lastWords + chunk.toString()).slice(-lastWordsLength);
  });
  const isSilent = once(child, 'close').catch(() => undefined);
  const exitCode = await new Promise<number>((resolve) => {
    const pass = (signal: NodeJS.Signals) => group !== undefined && signalIfAlive(-group, signal);
    for (const signal of passedOn) process.on(signal, pass);
    child.once('error', (error) => {
      console.error(error.message);
      resolve(127);
    });
    child.once('exit', (code) => {
      for (const signal of passedOn) process.off(signal, pass);
      resolve(code ?? 1);
    });
  });
  const leftovers = group === undefined ? [] : await endLeftovers(group, mark);
  // A process that cannot be seen from here may hold the pipe open.
  await Promise.race([isSilent, pause(graceMs, undefined, { ref: false })]);
  child.stderr.destroy();
  return { exitCode, leftovers, lastWords };
}

async function endLeftovers(group: number, mark: string): Promise<readonly string[]> {
  for (let waitedMs = 0; waitedMs < graceMs; waitedMs += lookMs) {
    if (processesOf(group, mark).length === 0) return [];
    await pause(lookMs);
  }
  const left = processesOf(group, mark);
  for (const { pid } of left) signalIfAlive(pid, 'SIGKILL');
  return left.map(({ command }) => command);
}

/** Returns a file of a process in /proc; empty when the process has just ended, and on systems without /proc. */
function read(pid: string, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}

function processesOf(group: number, mark: string): { pid: number; command: string }[] {
  const isNumber = /^\d+$/;
  const pids = process.platform === 'linux' ? readdirSync('/proc').filter((name) => isNumber.test(name)) : [];
  return pids.flatMap((pid) => {
    const stat = read(pid, 'stat');
    const [state, , processGroup] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const isOurs = Number(processGroup) === group || read(pid, 'environ').includes(`HEADWAY_TEST_COMMAND=${mark}`);
    if (!isOurs || state === 'Z') return [];
    return [{ pid: Number(pid), command: read(pid, 'cmdline').replaceAll('\0', ' ').trim() }];
  });
}
