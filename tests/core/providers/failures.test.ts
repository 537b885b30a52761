import { createServer } from 'node:net';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cents } from '../../../server/domain/basics/money.ts';
import { createBigcommerce } from '../../../server/providers/bigcommerce/index.ts';
import { type ProviderFailure, Refused, Unavailable, Unknown } from '../../../server/providers/failure.ts';
import { providerKey } from '../../../server/providers/key.ts';
import { createLithic } from '../../../server/providers/lithic/index.ts';
import { createPlaid } from '../../../server/providers/plaid/index.ts';
import { createPropelauth } from '../../../server/providers/propelauth/index.ts';
import { createRutter } from '../../../server/providers/rutter/index.ts';
import { createShopify } from '../../../server/providers/shopify/index.ts';
import { answeredLimits, config, metrics, program, registry, silentLimits } from './ports.ts';
import { answer, type Behavior, cut, cutHalfWay, goSilent, hang, nonsense, type ScriptedServer, startScriptedServer } from './scriptedServer.ts';

let server: ScriptedServer;
beforeAll(async () => {
  server = await startScriptedServer();
});
afterAll(() => server.stop());

const SECRET = 'access-secret-8f3b2c1d';

/** Calls of every provider that reaches out over HTTP, by what a repeat of them would do. */
function calls(url: string, limits = answeredLimits): Record<'none' | 'repeatable' | 'once', Record<string, () => Promise<unknown>>> {
  const lithic = createLithic({ ...config.lithic, baseUrl: url }, metrics, limits);
  const plaid = createPlaid({ ...config.plaid, baseUrl: url }, metrics, limits);
  const rutter = createRutter({ ...config.rutter, baseUrl: url }, metrics, limits);
  const propelauth = createPropelauth({ ...config.propelauth, backendUrl: url }, metrics, () => new Date(), limits);
  const bigcommerce = createBigcommerce({ ...config.bigcommerce, loginUrl: url, apiUrl: url }, metrics, limits);
  const transfer = { accessToken: SECRET, accountId: 'account', authorizationId: 'authorization', description: 'REPAYMENT', key: providerKey('draw') };
  return {
    none: {
      'lithic getCard': () => lithic.getCard('card'),
      'lithic getTransaction': () => lithic.getTransaction('transaction'),
      'lithic listTransactions': () => lithic.listTransactions('card', null),
      'lithic listTokenizations': () => lithic.listTokenizations('card'),
      'lithic listAuthRules': () => lithic.listAuthRules(),
      'lithic findAccountHolder': () => lithic.findAccountHolder('receiver'),
      'plaid getAccounts': () => plaid.getAccounts(SECRET),
      'plaid syncTransferEvents': () => plaid.syncTransferEvents(0),
      'plaid listTransfers': () => plaid.listTransfers({ since: new Date(0), until: new Date() }),
      'bigcommerce readStore': () => bigcommerce.readStore({ storeHash: 'abc', accessToken: SECRET }),
      'bigcommerce listOrders': () => bigcommerce.listOrders({ storeHash: 'abc', accessToken: SECRET }, new Date('2026-11-01'), null),
      'rutter getStore': () => rutter.getStore(SECRET),
      'rutter listTransactions': () => rutter.listTransactions(SECRET, null),
      'propelauth findUserByEmail': () => propelauth.findUserByEmail(program, 'owner@example.com'),
    },
    repeatable: {
      'lithic issueCard': () =>
        lithic.issueCard({ accountToken: 'account', kind: 'VIRTUAL', memo: 'memo', spendLimitCents: cents(100), key: providerKey('card') }),
      'lithic setMemo': () => lithic.setMemo('card', 'Meta ads'),
      'lithic provisionForWallet': () => lithic.provisionForWallet('card', { wallet: 'APPLE_PAY' }),
      'lithic setRuleCards': () => lithic.setRuleCards('rule', ['card']),
      'lithic deactivateRule': () => lithic.deactivateRule('rule'),
      'lithic setSpendLimit': () => lithic.setSpendLimit('card', cents(100)),
      'plaid createLinkToken': () => plaid.createLinkToken({ mode: 'relink', clientName: 'Headway', userId: 'u', webhookUrl: 'http://h', accessToken: SECRET }),
      'plaid authorizeTransfer': () =>
        plaid.authorizeTransfer({
          ...transfer,
          direction: 'debit',
          amountCents: cents(1234),
          achClass: 'ccd',
          legalName: 'Corner Shop LLC',
          key: providerKey('draw'),
        }),
      'plaid createTransfer': () => plaid.createTransfer(transfer),
      'plaid evaluateDebit': () => plaid.evaluateDebit({ accessToken: SECRET, accountId: 'account', amountCents: cents(1234), key: providerKey('draw') }),
      'plaid reportReturn': () => plaid.reportReturn({ key: providerKey('draw'), returnCode: 'R01', returnedAt: new Date() }),
      'propelauth createAccessToken': () => propelauth.createAccessToken(program, 'user', 30),
    },
    once: {
      'lithic reissueCard': () =>
        lithic.reissueCard('card', {
          first_name: 'A',
          last_name: '.',
          address1: '1 Main St',
          city: 'Omaha',
          state: 'NE',
          postal_code: '61022',
          country: 'USA',
        }),
      'lithic createDocument': () => lithic.createDocument('holder', 'entity', 'EIN_LETTER'),
      'plaid exchangePublicToken': () => plaid.exchangePublicToken('public-token'),
      'rutter exchangePublicToken': () => rutter.exchangePublicToken('public-token'),
      'propelauth createUser': () => propelauth.createUser(program, { email: 'owner@example.com', firstName: null, lastName: null, properties: {} }),
      'bigcommerce exchangeCode': () => bigcommerce.exchangeCode({ code: 'code', context: 'stores/abc', scope: 'store', redirectUri: 'http://h' }),
    },
  };
}

async function failureOf(work: () => Promise<unknown>): Promise<ProviderFailure> {
  const failure = await work().then(
    (value) => ({ value }),
    (error: unknown) => error,
  );
  if (failure instanceof Refused || failure instanceof Unavailable || failure instanceof Unknown) return failure;
  throw new Error(`no provider failure but ${inspect(failure)}`);
}

const kinds = ['none', 'repeatable', 'once'] as const;
const cases = kinds.flatMap((effect) => Object.keys(calls('http://127.0.0.1')[effect]).map((name) => ({ effect, name })));
let place = 0;

/** The call, made to a place of its own, so that a request given up by an earlier test is not taken for one of this. */
function work(effect: (typeof kinds)[number], name: string, limits = answeredLimits): () => Promise<unknown> {
  place += 1;
  return calls(`${server.url}/place-${place}`, limits)[effect][name] ?? (() => Promise.reject(new Error(`no call ${name}`)));
}
const requestsMade = () => server.requests.filter(({ path }) => path.startsWith(`/place-${place}/`)).length;

const refusal = { message: 'no', error_code: 'INVALID_FIELD', error_message: 'no' };

/** Answers that leave the outcome unknown: a repeatable call was repeated, any other was not. The last value is the failure's code. */
const unclear: [string, Behavior, string][] = [
  ['answers 500', answer(500, {}), 'http_500'],
  ['answers 503 with a page', answer(503, '<html>', { 'content-type': 'text/html' }), 'http_503'],
  ['sends us elsewhere', answer(302, '', { location: 'http://127.0.0.1:1/' }), 'http_302'],
  ['cuts the connection', cut, 'connection_lost'],
  ['cuts the connection in the middle of its answer', cutHalfWay, 'connection_lost'],
  ['answers a page instead of data', nonsense, 'unreadable_answer'],
  ['answers other data', answer(200, { surprise: true }), 'unreadable_answer'],
  ['answers nothing at all', answer(200, ''), 'unreadable_answer'],
];

describe.each(unclear)('a provider that %s', (_, behavior, code) => {
  it.each(cases)('leaves $name ($effect) with a failure that says whether to repeat', async ({ effect, name }) => {
    server.script(behavior);
    const failure = await failureOf(work(effect, name));
    expect(failure).toBeInstanceOf(effect === 'once' ? Unknown : Unavailable);
    expect(failure.code).toBe(code);
    expect(requestsMade()).toBe(effect === 'once' ? 1 : 2);
  });
});

describe.each<[string, Behavior]>([
  ['never answers', hang],
  ['goes silent in the middle of its answer', goSilent],
])('a provider that %s', (_, behavior) => {
  it.each(cases)('does not hold $name ($effect) longer than its limit', async ({ effect, name }) => {
    server.script(behavior);
    const failure = await failureOf(work(effect, name, silentLimits));
    expect(failure).toBeInstanceOf(effect === 'once' ? Unknown : Unavailable);
    expect(failure.code).toBe('timeout');
    expect(requestsMade()).toBeLessThan(2);
  });
});

describe('a provider that knows what it says', () => {
  it.each(cases)('refuses $name ($effect) once and for all with a 400', async ({ effect, name }) => {
    server.script(answer(400, refusal));
    expect(await failureOf(work(effect, name))).toBeInstanceOf(Refused);
    expect(requestsMade()).toBe(1);
  });

  it.each(cases)('asks $name ($effect) to wait with a 429, and is not asked again before', async ({ effect, name }) => {
    server.script(answer(429, {}, { 'retry-after': '70' }));
    const failure = await failureOf(work(effect, name));
    expect(failure).toBeInstanceOf(Unavailable);
    expect(failure).toMatchObject({ status: 429, retryAfterMs: 70_000 });
    expect(requestsMade()).toBe(1);
  });
});

describe('a provider that is not there', () => {
  it.each(cases)('leaves $name ($effect) free to be repeated, as nothing was sent', async ({ effect, name }) => {
    const probe = createServer();
    await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
    const address = probe.address();
    await new Promise((resolve) => probe.close(resolve));
    const port = typeof address === 'object' && address ? address.port : 0;
    const failure = await failureOf(calls(`http://127.0.0.1:${port}`)[effect][name] ?? (() => Promise.resolve()));
    expect(failure).toBeInstanceOf(Unavailable);
    expect(failure.code).toBe('connection_failed');
  });
});

describe('an export’s file that does not come', () => {
  it('is given up with its connection', async () => {
    const given = Promise.withResolvers<void>();
    server.script((response) => response.once('close', given.resolve));
    const shopify = createShopify({ ...config.shopify, emulatorUrl: server.url }, metrics, silentLimits);
    const reading = shopify.readExportFile('https://storage.googleapis.com/bulk/1-ab.jsonl')[Symbol.asyncIterator]().next();
    await expect(reading).rejects.toMatchObject({ name: 'Unavailable', code: 'timeout' });
    await given.promise;
  });
});

describe('the one repeat', () => {
  const card = { token: 't', account_token: 'a', state: 'OPEN', type: 'VIRTUAL', last_four: '4242', spend_limit: 500, created: '2026-11-21T08:00:00Z' };
  const lithic = () => createLithic({ ...config.lithic, baseUrl: server.url }, metrics, answeredLimits);

  it('hides a short fault from whoever only reads', async () => {
    server.script(cut, answer(200, card));
    await expect(lithic().getCard('t')).resolves.toMatchObject({ token: 't', spendLimitCents: 500 });
  });

  it('carries the same key, so that an effect taken before the fault stays one effect', async () => {
    const taken = new Set<unknown>();
    const take: Behavior = (_, { headers }) => void taken.add(headers['idempotency-key']);
    server.script(
      (response, request) => {
        take(response, request);
        answer(500, {})(response, request);
      },
      (response, request) => {
        take(response, request);
        answer(200, card)(response, request);
      },
    );
    await lithic().issueCard({ accountToken: 'a', kind: 'VIRTUAL', memo: 'm', spendLimitCents: cents(500), key: providerKey('card:1') });
    expect([...taken]).toEqual([providerKey('card:1')]);
    expect(server.requests).toHaveLength(2);
  });

  it('does not happen when the wait that was asked for is longer than the limit', async () => {
    server.script(answer(503, {}, { 'retry-after': '60' }));
    await failureOf(() => lithic().getCard('t'));
    expect(server.requests).toHaveLength(1);
  });
});

describe('a correction of a business', () => {
  it('that the issuer has taken is unclear, and not to be sent anew, when its result cannot be read', async () => {
    const lithic = createLithic({ ...config.lithic, baseUrl: server.url }, metrics, answeredLimits);
    server.script(answer(200, { token: 'h', status: 'PENDING_RESUBMIT' }), answer(200, {}), answer(503, {}));
    const failure = await failureOf(() => lithic.correctAccountHolder('h', { nature_of_business: 'Sells bread' }));
    expect(server.requests.map(({ method }) => method).slice(0, 3)).toEqual(['GET', 'PATCH', 'GET']);
    expect(failure).toBeInstanceOf(Unknown);
  });
});

describe('what a failure tells', () => {
  it('holds no key, no token and nothing of what was sent', async () => {
    const secrets = [
      config.lithic.apiKey,
      config.plaid.secret,
      config.rutter.secret,
      config.propelauth.apiKeys.HEADWAY,
      SECRET,
      'owner@example.com',
      '123-45-6789',
      'public-token',
    ];
    const leaky = `bad ${SECRET} for owner@example.com, SSN 123-45-6789, key ${config.lithic.apiKey}`;
    for (const behavior of [answer(400, { message: leaky, error_message: leaky, error_code: 'BAD' }), answer(500, { message: leaky }), cut, nonsense]) {
      for (const { effect, name } of cases) {
        server.script(behavior);
        const failure = await failureOf(work(effect, name));
        const told = inspect(failure, { depth: 10, showHidden: true }) + JSON.stringify(failure);
        for (const secret of secrets) expect(told).not.toContain(secret);
      }
    }
  });

  it('names the provider, the call and the code that the provider gave', async () => {
    server.script(answer(400, { error_type: 'INVALID_INPUT', error_code: 'INVALID_ACCOUNT_ID', error_message: 'the account is unknown' }));
    const failure = await failureOf(work('none', 'plaid listTransfers'));
    expect(failure).toMatchObject({ provider: 'plaid', call: 'list_transfers', code: 'INVALID_ACCOUNT_ID', status: 400, message: 'the account is unknown' });
  });

  it('says where an answer was not as promised, by field and without its values', async () => {
    server.script(answer(200, { token: 't', account_token: 'a', state: 'OPEN', type: 'VIRTUAL', last_four: 4242, spend_limit: 'much', created: 'today' }));
    const failure = await failureOf(work('none', 'lithic getCard'));
    expect(failure.message).toBe('lithic answered something unexpected at last_four, spend_limit, created');
  });
});

describe('metrics', () => {
  it('count each call once by its outcome, whatever it took', async () => {
    registry.resetMetrics();
    const { 'lithic getCard': getCard } = calls(server.url).none;
    if (!getCard) throw new Error('no such call');
    server.script(answer(500, {}));
    await failureOf(getCard);
    server.script(answer(404, { message: 'not found' }));
    await failureOf(getCard);
    const counted = await registry.getSingleMetricAsString('provider_calls_total');
    expect(counted).toContain('provider_calls_total{provider="lithic",call="get_card",outcome="unavailable"} 1');
    expect(counted).toContain('provider_calls_total{provider="lithic",call="get_card",outcome="refused"} 1');
    const timed = await registry.getSingleMetricAsString('provider_call_duration_seconds');
    expect(timed).toContain('provider_call_duration_seconds_count{provider="lithic",call="get_card",outcome="unavailable"} 1');
  });
});
