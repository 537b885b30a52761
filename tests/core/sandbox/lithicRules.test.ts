import { randomUUID } from 'node:crypto';
import type Lithic from 'lithic';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { periodStart } from '../../../server/sandbox/lithic/ruleWindow.ts';
import { type EventInbox, openEventInbox } from './eventInbox.ts';
import { type LithicSandbox, openLithicSandbox } from './lithicSandbox.ts';

let inbox: EventInbox;
let issuer: LithicSandbox;
let rules: Lithic['authRules']['v2'];

beforeAll(async () => {
  inbox = await openEventInbox();
  issuer = await openLithicSandbox(inbox.url);
  rules = issuer.lithic.authRules.v2;
});
afterAll(async () => {
  await issuer.stop();
  await inbox.stop();
});
beforeEach(() => {
  inbox.received.length = 0;
});
// A rule of one test would decline in the next.
afterEach(async () => {
  for await (const { token } of rules.list()) await rules.delete(token);
});

const last = ({ events }: Lithic.Transaction) => events?.at(-1);
const daily = (limit_amount: number, more: Partial<Lithic.AuthRules.VelocityLimitParams> = {}) =>
  ({ scope: 'CARD', period: { type: 'DAY' }, limit_amount, ...more }) satisfies Lithic.AuthRules.VelocityLimitParams;
const velocityRule = (card_tokens: string[], parameters: Lithic.AuthRules.VelocityLimitParams) =>
  rules.create({ name: 'Issuer fallback', type: 'VELOCITY_LIMIT', card_tokens, parameters });

describe('a rule', () => {
  it('is drafted, watches in shadow, declines once promoted, and stops when deactivated', async () => {
    const { token: card, pan } = await issuer.card();
    const drafted = await velocityRule([card], daily(5_000));
    expect(drafted).toMatchObject({
      state: 'INACTIVE',
      current_version: null,
      draft_version: { version: 1, state: 'SHADOWING' },
      card_tokens: [card],
      program_level: false,
    });
    expect((await issuer.authorize(pan, 6_000)).result).toBe('APPROVED');
    const promoted = await rules.promote(drafted.token);
    expect(promoted).toMatchObject({ state: 'ACTIVE', current_version: { version: 1 }, draft_version: null });
    const declined = await issuer.authorize(pan, 1);
    expect(declined.result).toBe('USER_TRANSACTION_LIMIT');
    expect(last(declined)).toMatchObject({
      detailed_results: ['CARD_SPEND_LIMIT_EXCEEDED'],
      rule_results: [{ auth_rule_token: drafted.token, name: 'Issuer fallback' }],
    });
    await expect(rules.promote(drafted.token)).rejects.toMatchObject({ status: 400 });

    const shadow = await rules.listResults({ auth_rule_token: drafted.token });
    expect(shadow.data.map(({ mode, actions }) => [mode, actions.length])).toEqual([
      ['ACTIVE', 1],
      ['INACTIVE', 1],
    ]);

    await rules.draft(drafted.token, { parameters: daily(20_000) });
    expect((await issuer.authorize(pan, 1)).result).toBe('USER_TRANSACTION_LIMIT');
    expect((await rules.promote(drafted.token)).current_version?.version).toBe(2);
    expect((await issuer.authorize(pan, 1)).result).toBe('APPROVED');
    expect((await rules.listVersions(drafted.token)).data.map(({ version, state }) => [version, state])).toEqual([
      [2, 'ACTIVE'],
      [1, 'INACTIVE'],
    ]);
    await rules.update(drafted.token, { state: 'INACTIVE' });
    expect((await issuer.authorize(pan, 90_000)).result).toBe('APPROVED');
  });

  it('counts what is held and settled, and gives back what was voided', async () => {
    const { token: card, pan } = await issuer.card();
    await rules.promote((await velocityRule([card], daily(10_000, { limit_count: 3 }))).token);
    const held = await issuer.authorize(pan, 6_000);
    expect((await issuer.authorize(pan, 4_001)).result).toBe('USER_TRANSACTION_LIMIT');
    await issuer.lithic.transactions.simulateVoid({ token: held.token });
    for (const amount of [1_000, 2_000, 3_000]) expect((await issuer.authorize(pan, amount)).result).toBe('APPROVED');
    // A fourth is one too many.
    expect((await issuer.authorize(pan, 1)).result).toBe('USER_TRANSACTION_LIMIT');
    expect((await rules.retrieveFeatures((await rules.list()).data[0]?.token ?? '', { card_token: card })).features[0]?.value).toEqual({
      amount: 6_000,
      count: 3,
    });
  });

  it('sums over an account, and counts only the categories it filters', async () => {
    const first = await issuer.card();
    const second = await issuer.card({ account_token: first.account_token });
    const parameters = daily(5_000, { scope: 'ACCOUNT', filters: { include_mccs: ['7311'] } as Lithic.AuthRules.VelocityLimitFilters });
    const { token } = await rules.create({ type: 'VELOCITY_LIMIT', account_tokens: [first.account_token], parameters });
    await rules.promote(token);
    expect((await issuer.authorize(first.pan, 9_000, { mcc: '5541' })).result).toBe('APPROVED');
    expect((await issuer.authorize(first.pan, 3_000, { mcc: '7311' })).result).toBe('APPROVED');
    expect((await issuer.authorize(second.pan, 2_001, { mcc: '7311' })).result).toBe('USER_TRANSACTION_LIMIT');
    expect((await issuer.authorize(second.pan, 2_000, { mcc: '7311' })).result).toBe('APPROVED');
  });

  it('for the program is about every card but those it leaves out', async () => {
    const [inside, outside] = [await issuer.card(), await issuer.card()];
    const { token } = await rules.create({ type: 'VELOCITY_LIMIT', program_level: true, excluded_card_tokens: [outside.token], parameters: daily(100) });
    await rules.promote(token);
    expect((await issuer.authorize(inside.pan, 101)).result).toBe('USER_TRANSACTION_LIMIT');
    expect((await issuer.authorize(outside.pan, 101)).result).toBe('APPROVED');
    expect(await rules.update(token, { excluded_card_tokens: [inside.token] })).toMatchObject({ program_level: true, excluded_card_tokens: [inside.token] });
    expect((await issuer.authorize(inside.pan, 101)).result).toBe('APPROVED');
    expect((await issuer.authorize(outside.pan, 101)).result).toBe('USER_TRANSACTION_LIMIT');
  });

  it('moves to other cards, all at once', async () => {
    const [one, other] = [await issuer.card(), await issuer.card()];
    const { token } = await velocityRule([one.token], daily(100));
    await rules.promote(token);
    expect((await rules.update(token, { card_tokens: [other.token] })).card_tokens).toEqual([other.token]);
    expect((await issuer.authorize(one.pan, 101)).result).toBe('APPROVED');
    expect((await issuer.authorize(other.pan, 101)).result).toBe('USER_TRANSACTION_LIMIT');
    expect((await rules.list({ card_token: one.token })).data).toEqual([]);
  });

  it.each([
    ['MCC', 'IS_ONE_OF', ['7995'], { mcc: '7995' }, { mcc: '5541' }, 'AUTH_RULE_BLOCKED_MCC'],
    ['COUNTRY', 'IS_NOT_ONE_OF', ['USA', 'CAN'], { merchant_acceptor_country: 'FRA' }, { merchant_acceptor_country: 'CAN' }, 'AUTH_RULE_ALLOWED_COUNTRY'],
    ['MERCHANT_ID', 'IS_ONE_OF', ['666'], { merchant_acceptor_id: '666' }, { merchant_acceptor_id: '667' }, 'AUTH_RULE'],
  ] as const)('by conditions declines by %s %s', async (attribute, operation, value, blocked, allowed, code) => {
    const { token: card, pan } = await issuer.card();
    const parameters = { action: 'DECLINE' as const, conditions: [{ attribute, operation, value: [...value] }] };
    const { token } = await rules.create({ type: 'CONDITIONAL_ACTION', card_tokens: [card], parameters });
    await rules.promote(token);
    expect(last(await issuer.authorize(pan, 500, blocked))?.detailed_results).toEqual([code]);
    expect((await issuer.authorize(pan, 500, allowed)).result).toBe('APPROVED');
  });

  it('is refused without anything that it applies to, for two levels, unknown cards, odd parameters, or to be activated by hand', async () => {
    const { token: card, account_token } = await issuer.card();
    const refused = { status: 400 };
    const create = (more: object, parameters: object = daily(100)) =>
      rules.create({ type: 'VELOCITY_LIMIT', parameters, ...more } as Parameters<typeof rules.create>[0]);
    await expect(create({})).rejects.toMatchObject({ ...refused, error: { error: 'A rule must apply to something' } });
    await expect(create({ card_tokens: [] })).rejects.toMatchObject(refused);
    await expect(create({ card_tokens: [card], account_tokens: [account_token] })).rejects.toMatchObject(refused);
    await expect(create({ card_tokens: [randomUUID()] })).rejects.toMatchObject(refused);
    await expect(create({ business_account_tokens: [randomUUID()] })).rejects.toMatchObject(refused);
    await expect(create({ program_level: true, excluded_card_tokens: [randomUUID()] })).rejects.toMatchObject(refused);
    await expect(create({ program_level: true, excluded_account_tokens: [randomUUID()] })).rejects.toMatchObject(refused);
    await expect(create({ program_level: true, excluded_business_account_tokens: [randomUUID()] })).rejects.toMatchObject(refused);
    await expect(create({ card_tokens: [card], excluded_card_tokens: [card] })).rejects.toMatchObject(refused);
    await expect(create({ card_tokens: [card] }, { scope: 'CARD', period: { type: 'DAY' } })).rejects.toMatchObject(refused);
    await expect(create({ card_tokens: [card] }, daily(100, { period: { type: 'CUSTOM', duration: 9 } }))).rejects.toMatchObject(refused);
    const { token } = await velocityRule([card], daily(100));
    await expect(rules.update(token, { state: 'ACTIVE' as 'INACTIVE' })).rejects.toMatchObject(refused);
    await expect(rules.retrieve(randomUUID())).rejects.toMatchObject({ status: 404 });
  });

  it('lets one of two purchases through that race for the rest of a card', async () => {
    const { token: card, pan } = await issuer.card();
    await rules.promote((await velocityRule([card], daily(1_000))).token);
    const raced = await Promise.all(Array.from({ length: 6 }, () => issuer.authorize(pan, 600)));
    expect(raced.filter(({ result }) => result === 'APPROVED')).toHaveLength(1);
  });

  it('lets one of two through that race with several cards for the rest of an account', async () => {
    const first = await issuer.card();
    const others = [await issuer.card({ account_token: first.account_token }), await issuer.card({ account_token: first.account_token })];
    const { token } = await rules.create({ type: 'VELOCITY_LIMIT', account_tokens: [first.account_token], parameters: daily(1_000, { scope: 'ACCOUNT' }) });
    await rules.promote(token);
    const raced = await Promise.all([first, ...others].map(({ pan }) => issuer.authorize(pan, 600)));
    expect(raced.filter(({ result }) => result === 'APPROVED')).toHaveLength(1);
  });
});

describe('without an answer of the product', () => {
  afterAll(async () => {
    await issuer.lithic.responderEndpoints.delete({ type: 'AUTH_STREAM_ACCESS' });
    await issuer.press('unanswered', { outcome: 'declined' });
    inbox.answer = () => ({ status: 200 });
  });

  it('a purchase is declined, or, where the program has it so, decided by the rules alone', async () => {
    await issuer.lithic.responderEndpoints.create({ type: 'AUTH_STREAM_ACCESS', url: `${inbox.url}/decide` });
    inbox.answer = () => ({ status: 503 });
    const { token: card, pan } = await issuer.card();
    await rules.promote((await velocityRule([card], daily(1_000))).token);
    expect(last(await issuer.authorize(pan, 400))?.detailed_results).toEqual(['CUSTOMER_ASA_TIMEOUT']);
    await issuer.press('unanswered', { outcome: 'own_rules' });
    expect((await issuer.authorize(pan, 600)).result).toBe('APPROVED');
    expect((await issuer.authorize(pan, 600)).result).toBe('USER_TRANSACTION_LIMIT');
  });
});

describe('a backtest', () => {
  it('answers later, by an event and when asked, what a rule would have declined', async () => {
    const { token: card, pan } = await issuer.card();
    await issuer.authorize(pan, 500, { mcc: '7995' });
    await issuer.authorize(pan, 500, { mcc: '5541' });
    const parameters = { action: 'DECLINE' as const, conditions: [{ attribute: 'MCC' as const, operation: 'IS_ONE_OF' as const, value: ['7995'] }] };
    const { token } = await rules.create({ type: 'CONDITIONAL_ACTION', card_tokens: [card], parameters });
    const period = { start: new Date(Date.now() - 86_400_000).toISOString(), end: '2999-01-01T00:00:00Z' };
    const { backtest_token = '' } = await rules.backtests.create(token, period);
    const report = () => rules.backtests.retrieve(backtest_token, { auth_rule_token: token });
    expect((await report()).results).toEqual({ current_version: null, draft_version: null });
    const told = await inbox.next(({ body }) => body.event_type === 'auth_rules.backtest_report.created' && body.backtest_token === backtest_token);
    expect(told.body.results).toMatchObject({ current_version: null, draft_version: { version: 1, approved: 1, declined: 1 } });
    expect((await report()).results.draft_version).toMatchObject({ approved: 1, declined: 1, challenged: 0 });
  });

  it('is not made of a velocity', async () => {
    const { token: card } = await issuer.card();
    const { token } = await velocityRule([card], daily(100));
    await expect(rules.backtests.create(token, {})).rejects.toMatchObject({ status: 400 });
  });
});

describe('a report', () => {
  it('tells each version’s decisions of the days that are over', async () => {
    const { token: card, pan } = await issuer.card();
    const { token } = await velocityRule([card], daily(1_000));
    await rules.promote(token);
    await issuer.authorize(pan, 900);
    await issuer.authorize(pan, 900);
    const { created } = await issuer.authorize(pan, 100);
    const day = created.slice(0, 10);
    await expect(rules.retrieveReport(token, { begin: day, end: day })).rejects.toMatchObject({ status: 400 });
    await issuer.advanceDays(1);
    const { daily_statistics } = await rules.retrieveReport(token, { begin: day, end: day });
    expect(daily_statistics).toEqual([{ date: day, versions: [{ version: 1, state: 'ACTIVE', action_counts: { DECLINE: 1, NO_ACTION: 2 }, examples: [] }] }]);
  });
});

describe('the windows of velocities', () => {
  // New York is five hours behind UTC in winter, four from 2026-03-08 to 2026-11-01. 2026-11-24 is a Tuesday.
  it.each([
    [{ type: 'DAY' }, '2026-11-24T04:59:59Z', '2026-11-23T05:00:00Z'],
    [{ type: 'DAY' }, '2026-11-24T05:00:00Z', '2026-11-24T05:00:00Z'],
    [{ type: 'DAY' }, '2026-07-04T12:00:00Z', '2026-07-04T04:00:00Z'],
    // The night in which the clocks go back: the day began in summer time.
    [{ type: 'DAY' }, '2026-11-01T23:00:00Z', '2026-11-01T04:00:00Z'],
    [{ type: 'WEEK' }, '2026-11-24T12:00:00Z', '2026-11-23T05:00:00Z'],
    [{ type: 'WEEK', day_of_week: 7 }, '2026-11-24T12:00:00Z', '2026-11-22T05:00:00Z'],
    [{ type: 'WEEK', day_of_week: 3 }, '2026-11-24T12:00:00Z', '2026-11-18T05:00:00Z'],
    [{ type: 'MONTH' }, '2026-11-24T12:00:00Z', '2026-11-01T04:00:00Z'],
    [{ type: 'MONTH', day_of_month: 25 }, '2026-11-24T12:00:00Z', '2026-10-25T04:00:00Z'],
    // February has no 31st: its window begins on the last day.
    [{ type: 'MONTH', day_of_month: 31 }, '2026-03-15T12:00:00Z', '2026-02-28T05:00:00Z'],
    [{ type: 'YEAR' }, '2026-11-24T12:00:00Z', '2026-01-01T05:00:00Z'],
    [{ type: 'YEAR', month: 2, day_of_month: 29 }, '2026-11-24T12:00:00Z', '2026-02-28T05:00:00Z'],
    [{ type: 'YEAR', month: 12, day_of_month: 5 }, '2026-11-24T12:00:00Z', '2025-12-05T05:00:00Z'],
    [{ type: 'CUSTOM', duration: 90 }, '2026-11-24T12:00:00Z', '2026-11-24T11:58:30Z'],
  ] as const)('%j at %s began at %s', (period, now, start) => {
    expect(periodStart(period, new Date(now))).toEqual(new Date(start));
  });
});
