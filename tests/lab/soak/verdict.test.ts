import { describe, expect, it } from 'vitest';
import { answerFailures } from './checks/answers.ts';
import { slowIn } from './checks/decisions.ts';
import { givenUpIn } from './checks/quotas.ts';
import { memoryFailures, memoryGrowth } from './memory.ts';
import { createRecord } from './record.ts';

const mebibyte = 2 ** 20;

/** A hundred samples of a process that keeps 100 MiB and has 300, with what a function adds to both. */
const samples = (added: (place: number) => number) =>
  Array.from({ length: 100 }, (_, place) => ({ kept_bytes: 100 * mebibyte + added(place), rss_bytes: 300 * mebibyte + added(place) }));

describe('a soak’s word on memory', () => {
  it('lets it go up and down, and warm up', () => {
    expect(memoryFailures(memoryGrowth(samples((place) => (place % 7) * mebibyte)))).toEqual([]);
    expect(memoryFailures(memoryGrowth(samples((place) => Math.min(place, 25) * 4 * mebibyte)))).toEqual([]);
  });

  it('names what keeps growing', () => {
    // The middles of the second and the last quarter are 50 samples apart: 20 MiB of a leak of 0.4 MiB a sample.
    const failures = memoryFailures(memoryGrowth(samples((place) => place * 0.4 * mebibyte)));
    expect(failures).toEqual(['what the web process keeps after a collection grew from 114.8 MiB to 134.8 MiB']);
    expect(memoryFailures(memoryGrowth(samples((place) => place * 2 * mebibyte)))).toHaveLength(2);
  });

  it('names what was sampled too seldom', () => {
    expect(memoryFailures(memoryGrowth(samples(() => 0).slice(0, 1)))).toEqual([
      'what the web process keeps after a collection was sampled too seldom',
      'the memory of the web process was sampled too seldom',
    ]);
  });
});

describe('a soak’s word on answers', () => {
  const trouble = { overlaps: (fromMs: number, untilMs: number) => fromMs <= 200 && untilMs >= 100 };
  const failuresOf = (route: string, status: number, code: string | undefined, fromMs = 150) => {
    const record = createRecord();
    record.add({ route, status, code, fromMs, untilMs: fromMs + 10 });
    return answerFailures(record, trouble);
  };

  it.each([
    ['a good one', 'GET /api/receiver', 200, undefined, 150],
    ['a provider’s failure while a provider is in trouble', 'GET /api/receiver', 503, 'provider_unavailable', 150],
    ['nothing to pay any more', 'POST /api/users/:token/pay_now', 409, 'nothing_to_pay', 150],
  ] as const)('takes %s', (_, route, status, code, fromMs) => {
    expect(failuresOf(route, status, code, fromMs)).toEqual([]);
  });

  it.each([
    ['a failure of our own', 500, 'unexpected', 150],
    ['a failure of our own that calls itself busy', 503, 'not_ready', 150],
    ['a provider’s failure while all providers are well', 503, 'provider_unavailable', 300],
    ['a refusal of what a page may ask', 403, 'forbidden', 150],
    ['a failure without a code', 502, undefined, 150],
  ] as const)('names %s', (_, status, code, fromMs) => {
    expect(failuresOf('GET /api/receiver', status, code, fromMs)).toEqual([`GET /api/receiver answered ${status} ${code ?? ''}: 1 times`]);
  });
});

describe('a soak’s word on decisions', () => {
  const figuresOf = (quick: number, all: number) =>
    [
      `authorization_answer_seconds_bucket{le="0.025",answer="APPROVED"} 1`,
      `authorization_answer_seconds_bucket{le="0.05",answer="APPROVED"} ${quick}`,
      `authorization_answer_seconds_bucket{le="0.1",answer="APPROVED"} ${all}`,
      `authorization_answer_seconds_count{answer="APPROVED"} ${all}`,
    ].join('\n');

  it('takes one of a hundred that is slow, of all processes together', () => {
    expect(slowIn([figuresOf(98, 100), figuresOf(100, 100)])).toEqual([]);
    expect(slowIn([figuresOf(197, 200), figuresOf(100, 100)])).toEqual([]);
  });

  it('names more, and a process that decided nothing', () => {
    expect(slowIn([figuresOf(197, 200), figuresOf(99, 100)])).toEqual(['4 of 300 decisions took longer than 50 ms']);
    expect(slowIn([''])).toEqual(['no purchase was decided']);
  });
});

describe('a soak’s word on quotas', () => {
  it('names calls that were given up while somebody waited, and lets sweeps wait for another day', () => {
    const figures = [
      'provider_budget_calls_total{provider="lithic",resource="GET cards",urgency="person",outcome="made"} 20',
      'provider_budget_calls_total{provider="lithic",resource="GET cards",urgency="person",outcome="given_up"} 2',
      'provider_budget_calls_total{provider="plaid",resource="balance",urgency="sweep",outcome="given_up"} 7',
    ].join('\n');
    expect(givenUpIn(figures)).toEqual(['2 calls of lithic GET cards were given up that somebody waited for (person)']);
  });
});
