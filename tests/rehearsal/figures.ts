import type { Calls } from './product.ts';

/** A line of what was rehearsed. */
export interface Line {
  name: string;
  /** What the day brings at this size, and how much of it was done here. */
  wanted: number;
  done: number;
  tookMs: number;
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
  filled: { rows: number; tookMs: number; diskBytes: number };
  parts: readonly Part[];
  /** What was not as it has to be; empty when all was. */
  wrong: readonly string[];
}

const daySeconds = 86_400;

/** Returns the milliseconds for a thousand. */
export const perThousand = ({ tookMs, done }: Pick<Line, 'tookMs' | 'done'>): number => (done === 0 ? 0 : (tookMs * 1_000) / done);

/** Returns how many hours of a day the line takes when all of it is done as fast as here. */
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

/** A thousand may cost so much more at the next size: the machine does other things too. */
const tolerance = 1.5;
/** What takes less than this is not compared, in milliseconds: it is the starting of it. */
const comparedFromMs = 2_000;

export interface Grown {
  name: string;
  /** Milliseconds for a thousand, at each size in turn. */
  perThousandMs: readonly number[];
  isLinear: boolean;
}

const linesOf = ({ filled: { rows, tookMs }, parts }: Rehearsal): Line[] => [
  { name: 'fill', wanted: rows, done: rows, tookMs, timesADay: 0 },
  ...parts.flatMap(({ lines }) => lines),
];

/** Compares rehearsals of growing sizes line by line. */
export function growth(bySize: readonly Rehearsal[]): Grown[] {
  const names = linesOf(bySize[0] ?? { merchants: 0, filled: { rows: 0, tookMs: 0, diskBytes: 0 }, parts: [], wrong: [] }).map(({ name }) => name);
  return names.map((name) => {
    const lines = bySize.flatMap((rehearsal) => linesOf(rehearsal).find((line) => line.name === name) ?? []);
    const isLinear = lines.every((line, place) => {
      const smaller = lines[place - 1];
      return smaller === undefined || line.tookMs < comparedFromMs || perThousand(line) <= tolerance * perThousand(smaller);
    });
    return { name, perThousandMs: lines.map(perThousand), isLinear };
  });
}
