import { randomBytes } from 'node:crypto';
import { allSettings } from '../../server/settings.ts';

/** Returns a value of its own for every secret, as production requires. Nobody listens on the mail server's port. */
export function ownSecrets(): Record<string, string> {
  const secrets = allSettings().filter(({ secret }) => secret);
  const whsec = `whsec_${randomBytes(32).toString('base64')}`;
  return {
    ...Object.fromEntries(secrets.map(({ name, default: usual }) => [name, usual?.startsWith('whsec_') ? whsec : randomBytes(16).toString('hex')])),
    ENCRYPTION_KEYS: `first:${randomBytes(32).toString('base64')}`,
    WEB_PUSH_PRIVATE_KEY: randomBytes(32).toString('base64url'),
    METRICS_TOKEN: randomBytes(16).toString('hex'),
    SMTP_URL: 'smtp://127.0.0.1:9',
  };
}

/** Returns the settings of a demonstration in production: every secret is given, and every provider is played behind a password. */
export function demonstration(): Record<string, string> {
  return { ...ownSecrets(), NODE_ENV: 'production', SANDBOX: '1', SANDBOX_PASSWORD: 'a password of the test' };
}
