import { describe, expect, it } from 'vitest';
import { ConfigurationError, readConfig } from '../../server/config.ts';
import { allSettings } from '../../server/settings.ts';
import { demonstration } from '../support/demonstration.ts';

/** Returns the lines with which a start under these settings is refused; none when it is not. */
function complaintsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment);
    return [];
  } catch (failure) {
    if (failure instanceof ConfigurationError) return failure.lines;
    throw failure;
  }
}

describe('production', () => {
  it('runs as a demonstration when every secret is given and every provider is played', () => {
    expect(complaintsOf(demonstration())).toEqual([]);
  });

  it.each(Object.keys(demonstration()).filter((name) => !['NODE_ENV', 'SANDBOX', 'WEB_PUSH_PRIVATE_KEY'].includes(name)))('takes no published %s', (name) => {
    const { [name]: _, ...others } = demonstration();
    expect(complaintsOf(others)).toEqual([expect.stringMatching(new RegExp(`^${name}: missing \\(`))]);
  });

  const published = (name: string) => allSettings().find((setting) => setting.name === name)?.default ?? '';
  const isPublished = (name: string) => `${name}: holds a secret that is published with the product; make one of your own`;

  it.each(
    allSettings()
      .filter(({ name, secret }) => secret && name !== 'SMTP_URL')
      .map(({ name }) => name),
  )('takes no published %s when it is given either', (name) => {
    expect(complaintsOf({ ...demonstration(), [name]: published(name) })).toEqual([isPublished(name)]);
    expect(complaintsOf({ ...demonstration(), [name]: ` ${published(name)} ` })).toEqual([isPublished(name)]);
  });

  it('takes none in the place of another, and none in another spelling of its bytes', () => {
    expect(complaintsOf({ ...demonstration(), SHOPIFY_API_SECRET: published('RUTTER_SECRET') })).toEqual([isPublished('SHOPIFY_API_SECRET')]);
    const push = published('WEB_PUSH_PRIVATE_KEY');
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const sameBytes = `${push.slice(0, -1)}${alphabet[alphabet.indexOf(push.at(-1) ?? '') + 1]}`;
    expect(Buffer.from(sameBytes, 'base64url')).toEqual(Buffer.from(push, 'base64url'));
    expect(complaintsOf({ ...demonstration(), WEB_PUSH_PRIVATE_KEY: sameBytes })).toEqual([isPublished('WEB_PUSH_PRIVATE_KEY')]);
  });

  it('takes no key ring with a published key in it, in whichever place and under whichever id', () => {
    const { ENCRYPTION_KEYS: own = '' } = demonstration();
    const key = published('ENCRYPTION_KEYS').split(':')[1];
    for (const ring of [`${own},development:${key}`, `development:${key},${own}`, `mine:${key}`])
      expect(complaintsOf({ ...demonstration(), ENCRYPTION_KEYS: ring })).toEqual([isPublished('ENCRYPTION_KEYS')]);
  });

  it('takes no published key of push messages: without one of its own it offers none', () => {
    const { WEB_PUSH_PRIVATE_KEY: own, ...others } = demonstration();
    expect(readConfig(others).webPush.privateKey).toBeUndefined();
    expect(readConfig({ ...others, WEB_PUSH_PRIVATE_KEY: own ?? '' }).webPush.privateKey).toBe(own);
  });

  it('is refused with a provider that is played beside a real one', () => {
    const real = { LITHIC: 'real', LITHIC_BASE_URL: 'https://issuer.example', LITHIC_EMBED_URL: 'https://issuer.example' };
    expect(complaintsOf({ ...demonstration(), ...real })).toEqual([
      'SANDBOX: 1 is refused beside a real provider (LITHIC); leave it out, or play every provider',
    ]);
    expect(complaintsOf({ ...demonstration(), ...real, SANDBOX: '0' })).toEqual(
      ['PROPELAUTH', 'PLAID', 'RUTTER', 'SHOPIFY', 'BIGCOMMERCE'].map(
        (provider) => `${provider}: the sandbox is for development; set it to real, or play every provider with SANDBOX=1`,
      ),
    );
  });

  it.each(['PUBLIC_URL', 'DECISION_URL', 'LITHIC_BASE_URL', 'PLAID_LINK_JS_URL', 'AUTH_URL_BOOST', 'BIGCOMMERCE_API_URL', 'POSTHOG_HOST'])(
    'speaks with nobody without TLS: %s',
    (name) => {
      const own = { ...demonstration(), SANDBOX: '0', POSTHOG_KEY: 'a key of the test' };
      const plain = (address: string) => complaintsOf({ ...own, [name]: address }).filter((line) => line.startsWith(name));
      expect(plain('http://outside.example')).toEqual([`${name}: must be an https address in production`]);
      expect([plain('https://outside.example'), plain('http://127.0.0.1:9'), plain('http://a.localhost')]).toEqual([[], [], []]);
      expect(complaintsOf({ ...demonstration(), [name]: 'http://outside.example' })).toEqual([]);
    },
  );

  it('hands mails to no server without TLS, but on its own machine', () => {
    const own = { ...demonstration(), SMTP_URL: 'smtp://mail.example:587' };
    expect(readConfig(own).mail.requiresTls).toBe(true);
    expect([readConfig(demonstration()).mail.requiresTls, readConfig({ SMTP_URL: own.SMTP_URL }).mail.requiresTls]).toEqual([false, false]);
  });

  it('is refused with a password of the sandbox that is easily guessed', () => {
    expect(complaintsOf({ ...demonstration(), SANDBOX_PASSWORD: 'short' })).toContain('SANDBOX_PASSWORD: must have at least 12 characters');
  });

  it('is refused with two keys of one id, of which the first would no longer decrypt what it encrypted', () => {
    const { ENCRYPTION_KEYS: keys = '' } = demonstration();
    expect(complaintsOf({ ...demonstration(), ENCRYPTION_KEYS: `${keys},${demonstration().ENCRYPTION_KEYS}` })).toEqual([
      'ENCRYPTION_KEYS: must have another id for each key',
    ]);
    expect(complaintsOf({ ...demonstration(), ENCRYPTION_KEYS: `${keys},second${keys.slice('first'.length)}` })).toEqual([]);
  });
});

describe('a real provider of cards or banks, in development too', () => {
  const secret = `whsec_${Buffer.alloc(32).toString('base64')}`;
  const lithic = {
    ...{ LITHIC: 'real', LITHIC_BASE_URL: 'https://issuer.example', LITHIC_EMBED_URL: 'https://issuer.example' },
    ...{ LITHIC_API_KEY: 'a key of the test', LITHIC_WEBHOOK_SECRET: secret, LITHIC_DECISION_SECRET: secret },
  };
  const plaid = {
    ...{ PLAID: 'real', PLAID_BASE_URL: 'https://bank.example', PLAID_LINK_JS_URL: 'https://bank.example/link.js' },
    ...{ PLAID_CLIENT_ID: 'client', PLAID_SECRET: 'a key of the test' },
  };
  const usual = (name: string) => allSettings().find((setting) => setting.name === name)?.default ?? '';
  const { ENCRYPTION_KEYS: own = '' } = demonstration();

  it.each([
    ['LITHIC', lithic],
    ['PLAID', plaid],
  ])('takes no published key ring: %s', (_, real) => {
    for (const NODE_ENV of ['development', 'test']) {
      expect(complaintsOf({ NODE_ENV, ...real })).toEqual([expect.stringMatching(/^ENCRYPTION_KEYS: missing \(/)]);
      expect(complaintsOf({ NODE_ENV, ...real, ENCRYPTION_KEYS: `${own},${usual('ENCRYPTION_KEYS')}` })).toEqual([
        'ENCRYPTION_KEYS: holds a secret that is published with the product; make one of your own',
      ]);
      expect(complaintsOf({ NODE_ENV, ...real, ENCRYPTION_KEYS: own })).toEqual([]);
    }
  });

  it('takes no published secret of its own', () => {
    expect(complaintsOf({ ...lithic, ENCRYPTION_KEYS: own, LITHIC_WEBHOOK_SECRET: usual('LITHIC_WEBHOOK_SECRET') })).toEqual([
      'LITHIC_WEBHOOK_SECRET: holds a secret that is published with the product; make one of your own',
    ]);
  });

  it('alone asks for that: while both are played the published ones do', () => {
    expect(complaintsOf({ ENCRYPTION_KEYS: usual('ENCRYPTION_KEYS'), LITHIC_WEBHOOK_SECRET: usual('LITHIC_WEBHOOK_SECRET') })).toEqual([]);
  });
});
