import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** Facts about processes, from /proc. */

/** A clock tick of the kernel's accounting, in milliseconds. */
const tickMs = 10;

/** Returns the fields of a process after its name; undefined when it has ended. */
function statOf(pid: number): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

const [parentAt, userAt, systemAt, endedUserAt, endedSystemAt] = [1, 11, 12, 13, 14];
const at = (fields: readonly string[] | undefined, places: readonly number[]) => places.reduce((sum, place) => sum + Number(fields?.[place] ?? 0), 0);

/** Returns the process that started another one; NaN when that has ended. */
export const parentOf = (pid: number): number => Number(statOf(pid)?.[parentAt]);

/** Returns the processes that a process has started and that have not ended. */
export const childrenOf = (pid: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((other) => parentOf(other) === pid);

/** Returns the processor time of a process so far, in milliseconds. */
export const processorMs = (pid: number): number => at(statOf(pid), [userAt, systemAt]) * tickMs;

/** Returns the processor time of a process and of all that it has started, those that have ended too, in milliseconds. */
export function familyProcessorMs(pid: number): number {
  const own = at(statOf(pid), [userAt, systemAt, endedUserAt, endedSystemAt]) * tickMs;
  return childrenOf(pid).reduce((sum, child) => sum + processorMs(child), own);
}

/** Returns the memory that a process has, in bytes. */
export const residentMemory = (pid: number): number => memoryOf(pid, 'VmRSS');

/** Returns the most memory that a process had at once, in bytes. */
export const peakMemory = (pid: number): number => memoryOf(pid, 'VmHWM');

function memoryOf(pid: number, name: 'VmRSS' | 'VmHWM'): number {
  const [, kib] = new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kib) * 1_024;
}

/** Begins to watch the memory of a process anew. */
export const resetPeakMemory = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5');
