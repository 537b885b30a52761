import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** What the system knows of processes, from /proc. */

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

/** Returns the processor time of a process so far, in milliseconds. */
export const processorMs = (pid: number): number => at(statOf(pid), [userAt, systemAt]) * tickMs;

/** Returns the processor time of a process and of all that it has started, those that have ended too, in milliseconds. */
export function familyProcessorMs(pid: number): number {
  const children = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? Number(name) : []));
  const own = at(statOf(pid), [userAt, systemAt, endedUserAt, endedSystemAt]) * tickMs;
  return children.reduce((sum, child) => sum + (Number(statOf(child)?.[parentAt]) === pid ? processorMs(child) : 0), own);
}

/** Returns the process that started another one. */
export const parentOf = (pid: number): number => Number(statOf(pid)?.[parentAt]);

/** Returns the most memory that a process had at once, in bytes. */
export function peakMemory(pid: number): number {
  const [, kib = '0'] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kib) * 1_024;
}

/** Begins to watch the memory of a process anew. */
export const resetPeakMemory = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5');
