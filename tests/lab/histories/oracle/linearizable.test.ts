import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CardCall, type CardState, cardAccount, cardWith } from './cardAccount.ts';
import { contradictionIn, type Operation } from './linearizable.ts';

const cents = fc.integer({ min: 1, max: 400 });
/** A call about a card; the object gives the answer. */
const asked = fc.oneof(
  cents.map((amount) => ({ kind: 'question', cents: amount, answer: 'unknown' }) as const),
  fc.boolean().map((isOpen) => ({ kind: 'switch', isOpen }) as const),
  fc.option(cents).map((amount) => ({ kind: 'limit', cents: amount }) as const),
  cents.map((amount) => ({ kind: 'power', cents: amount * 4 }) as const),
);

const answers = ['approved', 'paused', 'over limit', 'over power'] as const;

/** Asks the sequential object, and returns what it answered and became. */
function answeredBy(state: CardState, call: CardCall): { call: CardCall; state: CardState } {
  const calls: CardCall[] = call.kind === 'question' ? answers.map((answer) => ({ ...call, answer })) : [call];
  for (const one of calls) {
    const [next] = cardAccount.next(state, one);
    if (next) return { call: one, state: next };
  }
  throw new Error('the object has no answer');
}

/** How far before and after the moment of its effect a call began and ended, and whether the client got its answer. */
const around = fc.record({ before: fc.integer({ min: 0, max: 40 }), after: fc.integer({ min: 0, max: 40 }), isCertain: fc.boolean() });

/** Histories of a correct object: each call takes effect at a moment of its own, in the midst of others. */
const histories = fc.array(fc.tuple(asked, around), { maxLength: 14 }).map((steps) => {
  let state = cardWith(800);
  return steps.map(([call, { before, after, isCertain }], place): Operation<CardCall> => {
    const done = answeredBy(state, call);
    state = done.state;
    const isTold = isCertain || done.call.kind !== 'question';
    const told: CardCall = isTold || done.call.kind !== 'question' ? done.call : { ...done.call, answer: 'unknown' };
    return { call: told, beganMs: place * 10 - before, endedMs: place * 10 + after, isCertain };
  });
});

describe('the search for an order', () => {
  it('finds one in every history of a correct object', () => {
    fc.assert(
      fc.property(histories, (history) => contradictionIn(cardAccount, history, [cardWith(800)]) === null),
      { numRuns: 400 },
    );
  });

  it('finds none where too much is approved', () => {
    const shrunk = fc.property(histories, (history) => {
      const lastMs = Math.max(0, ...history.map(({ endedMs }) => endedMs));
      const tooMuch = { kind: 'question', cents: 1_000_000, answer: 'approved' } as const;
      const found = contradictionIn(cardAccount, [...history, { call: tooMuch, beganMs: lastMs + 1, endedMs: lastMs + 2, isCertain: true }], [cardWith(800)]);
      expect(found?.operations.at(-1)?.call).toEqual(tooMuch);
    });
    fc.assert(shrunk, { numRuns: 100 });
  });

  it('tells two calls at the same time from two after each other', () => {
    const pause = (beganMs: number, endedMs: number): Operation<CardCall> => ({ call: { kind: 'switch', isOpen: false }, beganMs, endedMs, isCertain: true });
    const seenOpen: Operation<CardCall> = { call: { kind: 'seen switch', isOpen: true }, beganMs: 20, endedMs: 30, isCertain: true };
    expect(contradictionIn(cardAccount, [pause(0, 25), seenOpen], [cardWith(0)])).toBeNull();
    expect(contradictionIn(cardAccount, [pause(0, 15), seenOpen], [cardWith(0)])).not.toBeNull();
  });
});
