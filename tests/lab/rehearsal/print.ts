import { cpus, totalmem } from 'node:os';
import { callsASecond, type Grown, growth, hoursADay, type Line, type Part, perThousand, type Rehearsal } from './figures.ts';

const mebibyte = 2 ** 20;
const inMebibytes = (bytes: number) => `${(bytes / mebibyte).toFixed(0)} MiB`;
const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
const count = (number: number) => number.toLocaleString('en-US');

function told(line: Line): string {
  const share = line.done === line.wanted ? count(line.wanted) : `${count(line.done)} of ${count(line.wanted)}`;
  const times = line.timesADay > 1 ? `, ${line.timesADay} times a day` : '';
  const hours = line.timesADay === 0 ? 'instead of those after purchases' : `${hoursADay(line).toFixed(2)} h of processor a day${times}`;
  return `  ${line.name}: ${share} in ${seconds(line.tookMs)}, ${perThousand(line).toFixed(0)} ms of processor for 1,000; ${hours}`;
}

/** Prints a part of the day: what was wanted, what it took, and what it cost. */
export function printPart({ name, lines, calls, peaks, diskBytes }: Part): void {
  console.log(name);
  for (const line of lines) console.log(told(line));
  const made = Object.entries(calls).map(([resource, made]) => `${count(made)} ${resource}`);
  const memory = Object.entries(peaks).map(([process, bytes]) => `${process} ${inMebibytes(bytes)}`);
  console.log(`  calls: ${made.join(', ') || 'none'}; memory: ${memory.join(', ')}; disk: ${inMebibytes(diskBytes)} more`);
}

export function printFill({ merchants, filled: { rows, tookMs, diskBytes } }: Pick<Rehearsal, 'merchants' | 'filled'>): void {
  const rate = count(Math.round(rows / (tookMs / 1_000)));
  console.log(`\n${count(merchants)} merchants filled: ${count(rows)} rows in ${seconds(tookMs)}, ${rate} a second, ${inMebibytes(diskBytes)} on the disk`);
}

/** Prints the calls a second over the whole day, here and at a million merchants. */
export function printCalls(rehearsal: Rehearsal): void {
  console.log('\ncalls a second over the whole day of 86,400 s, and as many at a million merchants');
  const million = callsASecond(rehearsal, 1_000_000);
  for (const [name, rate] of Object.entries(callsASecond(rehearsal, rehearsal.merchants))) {
    console.log(`  ${name}: ${rate.toFixed(3)}, ${(million[name] ?? 0).toFixed(2)}`);
  }
}

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

/** Prints the milliseconds for a thousand at each size, as a table for server/docs/scale.md. */
export function printGrowth(bySize: readonly Rehearsal[]): readonly Grown[] {
  const grown = growth(bySize);
  const sizes = bySize.map(({ merchants }) => count(merchants));
  console.log(
    `\nmilliseconds of processor time for 1,000, on ${cpus().length} cores and ${Math.round(totalmem() / 2 ** 30)} GiB, ${new Date().toISOString().slice(0, 10)}\n`,
  );
  console.log(row(['', ...sizes, 'linear or better']));
  console.log(row(['---', ...sizes.map(() => '---'), '---']));
  for (const { name, perThousandMs, isLinear } of grown) console.log(row([name, ...perThousandMs.map((ms) => count(Math.round(ms))), isLinear ? 'yes' : 'NO']));
  return grown;
}
