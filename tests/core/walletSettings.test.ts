import { describe, expect, it } from 'vitest';
import { readConfig } from '../../server/config.ts';
import { walletScripts } from '../../server/providers/lithic/walletScripts.ts';

const secret = `whsec_${Buffer.alloc(32).toString('base64')}`;
const real = {
  ENCRYPTION_KEYS: `own:${Buffer.alloc(32).toString('base64')}`,
  LITHIC: 'real',
  LITHIC_BASE_URL: 'https://api.lithic.example',
  LITHIC_EMBED_URL: 'https://api.lithic.example',
  LITHIC_API_KEY: 'a key of the test',
  LITHIC_WEBHOOK_SECRET: secret,
  LITHIC_DECISION_SECRET: secret,
};
const scriptsBy = (environment: Record<string, string>) => walletScripts(readConfig(environment).lithic);

describe('wallets', () => {
  it('are off at a real issuer until they are set', () => {
    expect(scriptsBy(real)).toEqual({ APPLE_PAY: null, GOOGLE_PAY: null });
  });

  it('need the id by which each knows us', () => {
    expect(() => readConfig({ ...real, LITHIC_WALLETS: 'APPLE_PAY,GOOGLE_PAY' })).toThrow(
      /^LITHIC_APPLE_PARTNER_ID: missing .*\nLITHIC_GOOGLE_INTEGRATOR_ID: missing /,
    );
    expect(() => readConfig({ ...real, LITHIC_WALLETS: 'GOOGLE_PAY', LITHIC_GOOGLE_INTEGRATOR_ID: 'HEADWAY_1' })).not.toThrow();
  });

  it('are opened by Apple’s and Google’s own scripts at a real issuer', () => {
    const set = { LITHIC_WALLETS: 'APPLE_PAY,GOOGLE_PAY', LITHIC_APPLE_PARTNER_ID: 'ORG-1', LITHIC_GOOGLE_INTEGRATOR_ID: 'HEADWAY_1' };
    expect(scriptsBy({ ...real, ...set })).toEqual({
      APPLE_PAY: {
        scriptUrl: 'https://smp-device-content.apple.com/navweb/asset/initAddToAppleWallet.js',
        partnerId: 'ORG-1',
        origin: 'https://apple-pay.apple.com',
      },
      GOOGLE_PAY: {
        scriptUrl: 'https://developers.google.com/static/pay/issuers/apis/push-provisioning/web/downloads/integration.min.js',
        integratorId: 'HEADWAY_1',
      },
    });
    expect(scriptsBy({ ...real, ...set, LITHIC_WALLETS: 'APPLE_PAY' }).GOOGLE_PAY).toBeNull();
  });

  it('are opened by the sandbox’s stand-ins beside it', () => {
    expect(scriptsBy({ SANDBOX_PORT: '4100' })).toEqual({
      APPLE_PAY: { scriptUrl: 'http://localhost:4100/lithic/wallets/apple.js', partnerId: 'sandbox-partner', origin: 'http://localhost:4100' },
      GOOGLE_PAY: { scriptUrl: 'http://localhost:4100/lithic/wallets/google.js', integratorId: 'SANDBOX_INTEGRATOR' },
    });
  });
});
