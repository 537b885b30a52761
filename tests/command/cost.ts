import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';

/** The kernel counts a process's time in hundredths of a second. */
const ticksPerSecond = 100;

/** Returns the CPU seconds of a process and of all descendants that it has seen end; 0 where there is no /proc. */
function cpuSecondsOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [user, system, childrenUser, childrenSystem] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 15)
      .map(Number);
    return ((user ?? 0) + (system ?? 0) + (childrenUser ?? 0) + (childrenSystem ?? 0)) / ticksPerSecond;
  } catch {
    return 0;
  }
}

/** The launcher that installed and built for this process waits for it, and is joined to it. */
const launcher = process.channel ? process.ppid : null;

/** Returns the CPU seconds of this run until now: its own, its launcher's, and those of every process that they started and that has ended. */
export const cpuSeconds = (): number => cpuSecondsOf(process.pid) + (launcher === null ? 0 : cpuSecondsOf(launcher));

const loadAtStart = loadavg()[0] ?? 0;

/** Returns the line that tells what the run cost. */
export function costLine(cpu: number): string {
  const seconds = Math.round(performance.now() / 1_000);
  const [load = 0] = loadavg();
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s, ${Math.round(cpu)} CPU seconds, load ${loadAtStart.toFixed(1)} before and ${load.toFixed(1)} at the end`;
}
