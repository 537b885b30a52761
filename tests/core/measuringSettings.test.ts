import { describe, expect, it } from 'vitest';
import { readConfig } from '../../server/config.ts';
import { demonstration } from '../support/demonstration.ts';

const url = 'https://provider.example';
/** The settings of a development in which the sandbox plays nobody. */
const everythingReal = {
  ENCRYPTION_KEYS: `own:${Buffer.alloc(32).toString('base64')}`,
  PROPELAUTH: 'real',
  ...Object.fromEntries(
    ['HEADWAY', 'BOOST', 'CARD', 'HARBOR', 'MERIDIAN'].flatMap((program) => [
      [`AUTH_URL_${program}`, url],
      [`PROPELAUTH_API_KEY_${program}`, 'a key of the test'],
    ]),
  ),
  LITHIC: 'real',
  LITHIC_BASE_URL: url,
  LITHIC_EMBED_URL: url,
  LITHIC_API_KEY: 'a key of the test',
  LITHIC_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32).toString('base64')}`,
  LITHIC_DECISION_SECRET: `whsec_${Buffer.alloc(32).toString('base64')}`,
  PLAID: 'real',
  PLAID_BASE_URL: url,
  PLAID_LINK_JS_URL: url,
  PLAID_CLIENT_ID: 'client',
  PLAID_SECRET: 'a key of the test',
  RUTTER: 'real',
  RUTTER_BASE_URL: url,
  RUTTER_LINK_URL: url,
  RUTTER_CLIENT_ID: 'client',
  RUTTER_SECRET: 'a key of the test',
  RUTTER_PUBLIC_KEY: 'public',
  SHOPIFY: 'real',
  SHOPIFY_API_KEY: 'key',
  SHOPIFY_API_SECRET: 'a key of the test',
  BIGCOMMERCE: 'real',
  BIGCOMMERCE_CLIENT_ID: 'client',
  BIGCOMMERCE_CLIENT_SECRET: 'a key of the test',
  BIGCOMMERCE_LOGIN_URL: url,
  BIGCOMMERCE_API_URL: url,
};

describe('analytics and recording', () => {
  it('run against the sandbox wherever it plays a provider', () => {
    const played = { posthog: { key: 'sandbox-posthog-key', host: 'http://127.0.0.1:4100/posthog', assetsHost: 'http://127.0.0.1:4100/posthog' } };
    expect(readConfig({ SANDBOX_PORT: '4100' })).toMatchObject({ ...played, clarity: { id: 'sandbox', url: 'http://localhost:4100/clarity' } });
    const oneReal = {
      ENCRYPTION_KEYS: everythingReal.ENCRYPTION_KEYS,
      LITHIC: 'real',
      LITHIC_BASE_URL: url,
      LITHIC_EMBED_URL: url,
      LITHIC_API_KEY: everythingReal.LITHIC_API_KEY,
    };
    const secrets = { LITHIC_WEBHOOK_SECRET: everythingReal.LITHIC_WEBHOOK_SECRET, LITHIC_DECISION_SECRET: everythingReal.LITHIC_DECISION_SECRET };
    expect(readConfig({ SANDBOX_PORT: '4100', ...oneReal, ...secrets })).toMatchObject(played);
  });

  it('run in a demonstration, whose events pass by the sandbox’s password', () => {
    const { posthog, clarity, sandbox } = readConfig({ ...demonstration(), SANDBOX_PORT: '4100' });
    expect(sandbox.keyPath).not.toBe('');
    expect(posthog?.host).toBe(`http://127.0.0.1:4100${sandbox.keyPath}/posthog`);
    expect(clarity).toEqual({ id: 'sandbox', url: 'http://localhost:4100/clarity' });
  });

  it('are off without a key of their own where no sandbox runs', () => {
    expect(readConfig(everythingReal)).toMatchObject({ sandbox: { playsAny: false }, posthog: undefined, clarity: undefined });
  });

  it('are the real ones with a key of their own, beside a sandbox too', () => {
    const own = { POSTHOG_KEY: 'phc_own', POSTHOG_HOST: 'https://eu.example', POSTHOG_ASSETS_HOST: 'https://assets.example', CLARITY_ID: 'abc123' };
    for (const others of [{}, everythingReal])
      expect(readConfig({ ...others, ...own })).toMatchObject({
        posthog: { key: 'phc_own', host: 'https://eu.example', assetsHost: 'https://assets.example' },
        clarity: { id: 'abc123', url: 'https://www.clarity.ms' },
      });
  });

  it('never send under a key of one’s own to the sandbox: its hosts are then required', () => {
    expect(() => readConfig({ POSTHOG_KEY: 'phc_own' })).toThrow(/^POSTHOG_HOST: missing .*\nPOSTHOG_ASSETS_HOST: missing /);
  });
});
