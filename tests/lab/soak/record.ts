import { ascending, percentile } from '../../support/percentile.ts';

/** The parts of an answer that the checks need. */
export interface Answered {
  route: string;
  status: number;
  /** Code of the problem, if the answer was one. */
  code: string | undefined;
  /** Times of request and answer, by performance.now(). */
  fromMs: number;
  untilMs: number;
}

/** The results of all calls of a soak. */
export interface AnswerRecord {
  add: (answered: Answered) => void;
  count: () => number;
  /** Returns the answers that are not good; the checks compare them with the statuses that callers expect. */
  odd: () => readonly Answered[];
  /** Returns one line for each route, the busiest first. */
  lines: () => string[];
}

const row = (cells: readonly (string | number)[]) => cells.map((cell, place) => (place === 0 ? String(cell).padEnd(52) : String(cell).padStart(9))).join('');

export function createRecord(): AnswerRecord {
  const lastedMs = new Map<string, number[]>();
  const failed = new Map<string, number>();
  const odd: Answered[] = [];
  let count = 0;
  return {
    add(answered) {
      const { route, status, fromMs, untilMs } = answered;
      const times = lastedMs.get(route) ?? [];
      lastedMs.set(route, times);
      times.push(untilMs - fromMs);
      count += 1;
      if (status >= 500) failed.set(route, (failed.get(route) ?? 0) + 1);
      if (status >= 400) odd.push(answered);
    },
    count: () => count,
    odd: () => odd,
    lines() {
      const routes = [...lastedMs].toSorted(([, one], [, other]) => other.length - one.length);
      return [
        row(['route', 'calls', 'p50 ms', 'p95 ms', 'p99 ms', '5xx']),
        ...routes.map(([route, times]) => {
          const sorted = ascending(times);
          return row([route, sorted.length, ...[0.5, 0.95, 0.99].map((share) => percentile(sorted, share).toFixed(1)), failed.get(route) ?? 0]);
        }),
      ];
    },
  };
}
