import type { Operation } from './linearizable.ts';

/** One attempt at a call that may be repeated by its key, and takes effect once. */
export interface Attempt<Answer extends string> {
  readonly key: string;
  readonly cents: number;
  readonly answer: Answer | 'unknown';
  readonly beganMs: number;
  /** When it was answered, or given up. */
  readonly endedMs: number;
}

/** The outcome of one call. */
interface Told<Answer extends string> {
  readonly cents: number;
  readonly answer: Answer | 'unknown';
}

/** Returns the moment by which a call that began then and was never answered has taken effect, or never will: nothing is under way when all is calm. */
export const overBy = (beganMs: number, calmsMs: readonly number[]): number => calmsMs.find((atMs) => atMs >= beganMs) ?? Number.POSITIVE_INFINITY;

function lastingUntil<Answer extends string>(attempts: readonly Attempt<Answer>[]): { beganMs: number; endedMs: number } {
  return { beganMs: Math.min(...attempts.map(({ beganMs }) => beganMs)), endedMs: Math.min(...attempts.map(({ endedMs }) => endedMs)) };
}

/** Returns the keys for which attempts were answered differently. */
export function contradicted<Answer extends string>(attempts: readonly Attempt<Answer>[]): string[] {
  const byKey = Map.groupBy(attempts, ({ key }) => key);
  return [...byKey].flatMap(([key, all]) => {
    const answers = new Set(all.map(({ answer }) => answer).filter((answer) => answer !== 'unknown'));
    return answers.size > 1 ? [`${key} was answered ${[...answers].join(' and ')}`] : [];
  });
}

/**
 * Returns the calls that the attempts were: one for each key. It took effect between the beginning of its first attempt and its
 * first answer. An answer in `lasting` is kept under the key; any other one was given to that attempt alone, beside which an earlier
 * one without an answer may still take effect.
 */
export function callsOf<Answer extends string>(
  attempts: readonly Attempt<Answer>[],
  lasting: readonly Answer[],
  calmsMs: readonly number[],
): Operation<Told<Answer>>[] {
  return [...Map.groupBy(attempts, ({ key }) => key).values()].flatMap((all) => {
    const kept = all.filter(({ answer }) => (lasting as readonly string[]).includes(answer));
    const [first] = kept;
    const { beganMs } = lastingUntil(all);
    if (first) return [{ call: { cents: first.cents, answer: first.answer }, beganMs, endedMs: lastingUntil(kept).endedMs, isCertain: true }];
    const passing = all.filter(({ answer }) => answer !== 'unknown');
    const unknown = all.filter(({ answer }) => answer === 'unknown');
    return [
      ...passing.map((one) => ({ call: { cents: one.cents, answer: one.answer }, beganMs: one.beganMs, endedMs: one.endedMs, isCertain: true })),
      ...unknown.slice(0, 1).map(({ cents }) => ({
        call: { cents, answer: 'unknown' as const },
        beganMs,
        endedMs: overBy(Math.max(...unknown.map(({ endedMs }) => endedMs)), calmsMs),
        isCertain: false,
      })),
    ];
  });
}
