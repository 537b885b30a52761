import type { Calls } from './product.ts';

/** A line of what was rehearsed. */
export interface Line {
  name: string;
  /** What the day brings at this size, and how much of it was done here. */
  wanted: number;
  done: number;
  tookMs: number;
  /** The processor time of the product and its database, in milliseconds. */
  processorMs: number;
  /** How often a day this happens to all of it. */
  timesADay: number;
}

/** A part of the day: its lines, and what they cost together. */
export interface Part {
  name: string;
  lines: readonly Line[];
  calls: Calls;
  /** The most memory that each process had, in bytes. */
  peaks: Readonly<Record<string, number>>;
  diskBytes: number;
  /** How many of the whole day's calls one of these stands for. */
  callsTimes: number;
}

/** A rehearsal of one size. */
export interface Rehearsal {
  merchants: number;
  filled: { rows: number; tookMs: number; processorMs: number; diskBytes: number };
  parts: readonly Part[];
  /** The failed expectations; empty when there are none. */
  wrong: readonly string[];
}

const daySeconds = 86_400;

/** Returns the processor time for a thousand, in milliseconds. */
export const perThousand = ({ processorMs, done }: Pick<Line, 'processorMs' | 'done'>): number => (done === 0 ? 0 : (processorMs * 1_000) / done);

/** Returns the hours of one processor that the whole day takes of a line, when all of it costs as much as what was done here. */
export const hoursADay = (line: Line): number => (perThousand(line) * (line.wanted / 1_000) * line.timesADay) / 3_600_000;

/** Returns the calls a second, over a whole day and at another number of merchants, by resource. */
export function callsASecond({ merchants, parts }: Pick<Rehearsal, 'merchants' | 'parts'>, atMerchants: number): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { calls, callsTimes } of parts) {
    for (const [name, count] of Object.entries(calls)) {
      sums[name] = (sums[name] ?? 0) + (count * callsTimes * atMerchants) / merchants / daySeconds;
    }
  }
  return sums;
}

/** The most readings a second of one of the issuer's resources at a million merchants: a third of what it gives. */
const mostReadings = 10;
const million = 1_000_000;

/** Returns the issuer's resources that would be read too often at a million merchants. */
export function tooManyReadings(rehearsal: Pick<Rehearsal, 'merchants' | 'parts'>): string[] {
  const readings = Object.entries(callsASecond(rehearsal, million)).filter(([name]) => name.startsWith('lithic GET'));
  const all = readings.reduce((sum, [, rate]) => sum + rate, 0);
  return [...readings, ['all resources of lithic', all] as const].flatMap(([name, rate]) =>
    rate < mostReadings ? [] : [`${name} would be read ${rate.toFixed(1)} times a second at a million merchants, and at most ${mostReadings} are wanted`],
  );
}

/** A thousand may cost so much more at the next size: processor time varies with what else a machine does. */
const tolerance = 1.5;
/** What takes less processor time than this at a size neither is judged there nor judges the next, in milliseconds: it is hardly more than its beginning. */
const judgedFromMs = 1_000;

export interface Grown {
  name: string;
  /** Milliseconds of processor time for a thousand, at each size in turn. */
  perThousandMs: readonly number[];
  isLinear: boolean;
}

const linesOf = ({ filled: { rows, tookMs, processorMs }, parts }: Rehearsal): Line[] => [
  { name: 'rows filled', wanted: rows, done: rows, tookMs, processorMs, timesADay: 0 },
  ...parts.flatMap(({ lines }) => lines),
];

/** Compares rehearsals of growing sizes line by line. */
export function growth(bySize: readonly Rehearsal[]): Grown[] {
  const sizes = bySize.map(linesOf);
  return (sizes[0] ?? []).map(({ name }) => {
    const lines = sizes.flatMap((size) => size.find((line) => line.name === name) ?? []);
    const isLinear = lines.every((line, place) => {
      const smaller = lines[place - 1];
      const isJudged = smaller !== undefined && Math.min(smaller.processorMs, line.processorMs) >= judgedFromMs;
      return !isJudged || perThousand(line) <= tolerance * perThousand(smaller);
    });
    return { name, perThousandMs: lines.map(perThousand), isLinear };
  });
}
