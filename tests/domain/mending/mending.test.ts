import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { issuerDeclines, ownDeclines, unexplained } from '../../../server/domain/card/declineTable.ts';
import { declineWays } from '../../../server/domain/card/declineWays.ts';
import { drawWays } from '../../../server/domain/repayment/drawWords.ts';
import { wayToPay } from '../../../server/domain/repayment/payNow.ts';
import { isOurFailure, meaningOfFailure } from '../../../server/domain/repayment/returnCodes.ts';
import { blockEnds, heldWords, pausedCardsWords } from '../../../server/domain/spendingPower/blockEnds.ts';
import { blockKinds } from '../../../server/domain/spendingPower/blocks.ts';
import { type LeverPlace, placePaths } from '../../../server/domain/spendingPower/levers.ts';
import { limitHolds } from '../../../server/domain/spendingPower/limitHolds.ts';
import type { LimitKey } from '../../../server/domain/spendingPower/spendingPowerLog.ts';
import { daysAgo, dollars, facts } from '../spendingPower/leverFacts.ts';
import { isPage } from './pagesOfFrontends.ts';

/** A state that stops a merchant, as the rules describe it. */
interface State {
  readonly name: string;
  /** Where its button leads; null without a button to a page. */
  readonly path: string | null;
  readonly words: string;
}

/** The person or event that mends a state that the merchant cannot mend, and by when, as its words have to say. */
interface Others {
  readonly who: RegExp;
  readonly when: RegExp;
}

/** Written here a second time, so that a new state is noticed: the person who mends each state. */
interface Expected {
  readonly merchants: readonly string[];
  readonly others: Readonly<Record<string, Others>>;
}

const words = (text: string) => text.trim().split(/\s+/);
const team: Others = { who: /\bour team\b/i, when: /We answer within one business day\.$/ };
const program: Others = { who: /\bprogram\b|card issuer/, when: /stays so|does not end by itself/ };
const soon: Others = { who: /by itself/, when: /in a few minutes/ };
const store: Others = { who: /Only the store/, when: /\bnow\b/ };
const closed: Others = { who: /an account that is closed/, when: /for good.*not opened again/ };
const known: Others = { who: /your sales/, when: /We look again every night|Until [A-Z][a-z]{2} \d/ };

const each = (names: string, others: Others) => Object.fromEntries(words(names).map((name) => [name, others]));

const expectedDeclines: Expected = {
  merchants: words(`
    ACCOUNT_DAILY_SPEND_LIMIT_EXCEEDED ACCOUNT_LIFETIME_SPEND_LIMIT_EXCEEDED ACCOUNT_MONTHLY_SPEND_LIMIT_EXCEEDED CARD_SPEND_LIMIT_EXCEEDED
    INSUFFICIENT_FUNDS INSUFFICIENT_FUNDS_PRELOAD USER_TRANSACTION_LIMIT VELOCITY_EXCEEDED ACCOUNT_DELINQUENT CARD_PAUSED CARD_NOT_ACTIVATED
    CARD_CLOSED CARD_EXPIRED BANK_CONNECTION_ERROR BANK_NOT_VERIFIED CARD_CRYPTOGRAM_VALIDATION_FAILURE CARD_EXPIRY_DATE_INCORRECT
    CARD_INVALID CARD_SECURITY_CODE_INCORRECT INVALID_CARD_DETAILS CARD_PIN_INCORRECT INCORRECT_PIN ADDRESS_INCORRECT AVS_INVALID
    MERCHANT_LOCKED_CARD_ATTEMPTED_ELSEWHERE SINGLE_USE_CARD_REATTEMPTED SINGLE_USE_RECHARGED
    own_hold unpaid_draw debits_stopped card_lost wallet_ended card_not_open over_spending_power
    control_ends_on control_hours control_countries control_categories control_merchants control_per_purchase control_per_day
    control_per_week control_per_month control_per_year control_in_all`),
  others: {
    ...each('ACCOUNT_INACTIVE ACCOUNT_PAUSED ACCOUNT_STATE_TRANSACTION_FAIL ACCOUNT_UNDER_REVIEW INACTIVE_ACCOUNT CARD_RESTRICTED', team),
    ...each(
      'CARDHOLDER_CHALLENGE_FAILED FRAUD_ADVICE SECURITY_VIOLATION SUSPECTED_FRAUD PIN_BLOCKED account_held business_refused fraud shared_identity',
      team,
    ),
    ...each('AUTH_RULE AUTH_RULE_ALLOWED_COUNTRY AUTH_RULE_ALLOWED_MCC AUTH_RULE_BLOCKED_COUNTRY AUTH_RULE_BLOCKED_MCC', program),
    ...each('MERCHANT_BLACKLIST MERCHANT_NOT_PERMITTED TRANSACTION_NOT_PERMITTED_TO_ISSUER_OR_CARDHOLDER UNAUTHORIZED_MERCHANT', program),
    ...each('cash program_category', program),
    ...each('closing', closed),
    ...each('CUSTOMER_ASA_TIMEOUT LITHIC_SYSTEM_ERROR LITHIC_SYSTEM_RATE_LIMIT MALFORMED_ASA_RESPONSE', soon),
    ...each('SWITCH_INOPERATIVE_ADVICE UNKNOWN_HOST_TIMEOUT', soon),
    ...each('FORMAT_ERROR INVALID_TRANSACTION MERCHANT_INVALID TRANSACTION_INVALID TRANSACTION_NOT_PERMITTED_TO_ACQUIRER_OR_TERMINAL', store),
  },
};

const expectedHolds: Expected = {
  merchants: words('unpaid_draw debits_stopped returns freshness'),
  others: {
    ...each('locked fraud black_listed shared_identity business_refused override_spend_limit override_max', team),
    closing: closed,
    concentration: known,
    cap: program,
  },
};

/** Nacha defines 31 codes for the return of a debit. */
const expectedReturns: Expected = {
  merchants: [
    ...Array.from({ length: 31 }, (_, place) => `R${String(place + 1).padStart(2, '0')}`),
    ...words(`
      NSF ITEM_LOGIN_REQUIRED user_action_required RISK FRAUD TRANSFER_ACCOUNT_BLOCKED INVALID_ACCOUNT_ID NO_ACCOUNTS ITEM_NOT_FOUND
      INVALID_ACCESS_TOKEN ACCESS_NOT_GRANTED USER_PERMISSION_REVOKED`),
  ],
  others: {},
};

const declineStates: readonly State[] = Object.entries({ ...issuerDeclines, ...ownDeclines }).map(([name, { reason, remedy }]) => ({
  name,
  path: remedy === 'none' || remedy === 'support' ? null : declineWays[remedy].path,
  words: reason,
}));

const pathOf = (place: LeverPlace | undefined) => (place === undefined || place === 'contact' ? null : placePaths[place]);

/** The facts that cause each hold of a limit; a new one does not compile without. */
const made: Readonly<Record<Exclude<LimitKey, 'blocks'>, ReturnType<typeof facts>>> = {
  returns: facts({ sales: { returned_cents: dollars(3_000) } }),
  concentration: facts({ sales: { largest_month_cents: dollars(25_000) } }),
  freshness: facts({ feedFreshAt: daysAgo(10) }),
  cap: facts({ sales: { gross_sales_cents: dollars(3_000_000), largest_month_cents: dollars(1_000_000) } }),
  override_max: facts({ receiver: { spending_power_override_max: dollars(5_000) } }),
  override_spend_limit: facts({ receiver: { override_spend_limit: dollars(5_000) } }),
};

const holdStates: readonly State[] = [
  ...blockKinds.map((name) => ({ name, path: pathOf(blockEnds[name].place), words: `Nothing can be spent ${blockEnds[name].until}` })),
  ...Object.entries(made).map(([name, of]) => {
    const hold = limitHolds(of).find(({ key }) => key === name);
    return { name, path: pathOf(hold?.places[0]), words: `${hold?.text} ${hold?.until}` };
  }),
];

/** The codes of the table of returns and refusals, as they stand in its source: what asks it takes any code. */
const source = readFileSync(new URL('../../../server/domain/repayment/returnCodes.ts', import.meta.url), 'utf8');
const returnStates: readonly State[] = [...source.matchAll(/^ {4}(\w+): (?:retry|relink|stop|staff)\(/gm)].map(([, name = '']) => {
  const { says, remedy } = meaningOfFailure(name);
  return { name, path: drawWays[remedy].path, words: says };
});

const kinds: readonly [string, readonly State[], Expected][] = [
  ['decline', declineStates, expectedDeclines],
  ['hold', holdStates, expectedHolds],
  ['return', returnStates, expectedReturns],
];

/** The share of the merchant's states whose button leads to a page of both frontends. */
function shareWithButton(states: readonly State[], { merchants }: Expected): number {
  const theirs = states.filter(({ name }) => merchants.includes(name));
  return theirs.filter(({ path }) => path !== null && isPage(path)).length / theirs.length;
}

const notSaid = (state: State, others: Others | undefined) => !(others?.who.test(state.words) && others.when.test(state.words));

describe.each(kinds)('each state of a %s', (_kind, states, expected) => {
  it('is known to be the merchant’s to mend, or somebody else’s', () => {
    expect(states.map(({ name }) => name).toSorted()).toEqual([...expected.merchants, ...Object.keys(expected.others)].toSorted());
  });

  it('that is the merchant’s to mend has a button that leads to where it is mended, in 95 of 100 at least', () => {
    expect(shareWithButton(states, expected)).toBeGreaterThanOrEqual(0.95);
  });

  it('that is not says who mends it and by when', () => {
    expect(states.filter((state) => !expected.merchants.includes(state.name) && notSaid(state, expected.others[state.name]))).toEqual([]);
  });
});

it('of all states that are the merchant’s to mend, 95 of 100 at least have a button that mends them', () => {
  const all = kinds.flatMap(([kind, states]) => states.map((state) => ({ ...state, name: `${kind} ${state.name}` })));
  const merchants = kinds.flatMap(([kind, , expected]) => expected.merchants.map((name) => `${kind} ${name}`));
  expect(shareWithButton(all, { merchants, others: {} })).toBeGreaterThanOrEqual(0.95);
});

it('a decline that is not explained is looked into by our team', () => {
  expect([unexplained.remedy, notSaid({ name: '', path: null, words: unexplained.reason }, { who: team.who, when: /in a few minutes/ })]).toEqual([
    'support',
    false,
  ]);
});

it('a refusal of a debit that is known as the merchant’s has a button, and no other is told to them', () => {
  const refusals = returnStates.map(({ name }) => name).filter((name) => !/^R\d\d$/.test(name));
  expect(refusals.filter(isOurFailure)).toEqual([]);
});

it('whoever cannot pay yet is led to what they have to mend first', () => {
  const ways = ([null, 'no_bank', 'debits_stopped'] as const).map(wayToPay);
  expect(ways.map(({ label }) => label)).toEqual(['Pay now', 'Link a bank account', 'Authorize debits']);
  expect(ways.filter(({ path }) => !isPage(path))).toEqual([]);
});

it('each way that a button can lead is a page of both frontends', () => {
  const paths = [...Object.values(declineWays), ...Object.values(drawWays)].map(({ path }) => path);
  expect([...paths, ...Object.values(placePaths)].filter((path) => !isPage(path))).toEqual([]);
  expect(['/nowhere', '/settings#nowhere'].filter(isPage)).toEqual([]);
});

it('home names each hold with what it stops and who ends that, but those with words of their own', () => {
  expect(heldWords(blockKinds).map(({ block }) => block)).toEqual(['locked', 'fraud', 'black_listed', 'unpaid_draw', 'shared_identity', 'business_refused']);
  expect(heldWords(['unpaid_draw'])).toEqual([
    { block: 'unpaid_draw', title: 'A repayment did not go through and is still owed', text: 'Nothing can be spent until it is paid.', place: 'payments' },
  ]);
});

it('the pages about cards say of every hold why the cards stay paused', () => {
  const others = blockKinds.filter((block) => block !== 'closing');
  expect(pausedCardsWords(others).map(({ block }) => block)).toEqual(others);
  expect(pausedCardsWords(['debits_stopped'])).toEqual([
    expect.objectContaining({ text: 'Every card stays paused until you authorize them again.', place: 'bank' }),
  ]);
  // An account that is closing has no card that could be paused.
  expect(pausedCardsWords(blockKinds)).toEqual([expect.objectContaining({ block: 'closing', title: 'No card can pay any more' })]);
});
