import { createHash, createPrivateKey } from 'node:crypto';
import { z } from 'zod';

/**
 * Every setting of the product: its name, its meaning, the values it takes and its default. A provider is either
 * `sandbox`, the stand-in that comes with the product, or `real`, which requires its keys. In production no secret has
 * a default or the value of one, and no provider is played beside a real one. A test compares server/docs/settings.md with this list.
 */

/** The names of the programs in settings, as in AUTH_URL_HEADWAY. */
export const programSettingNames = ['HEADWAY', 'BOOST', 'CARD', 'HARBOR', 'MERIDIAN'] as const;
export type ProgramSettingName = (typeof programSettingNames)[number];

/** The settings that say whether a provider is `sandbox` or `real`. */
export const providerNames = ['PROPELAUTH', 'LITHIC', 'PLAID', 'RUTTER', 'SHOPIFY', 'BIGCOMMERCE'] as const;
type ProviderName = (typeof providerNames)[number];

export interface Setting<T = unknown> {
  name: string;
  meaning: string;
  schema: z.ZodType<T>;
  /** The placeholders `{PORT}` and `{SANDBOX_PORT}` are replaced. */
  default?: string;
  /** A secret's default is for development only: production requires another value. */
  secret?: boolean;
  /** The default holds only while this provider is the sandbox. */
  provider?: ProviderName;
  /** The default is the sandbox's: it holds only while the sandbox plays a provider, and this setting has no value of an operator's own. */
  playedWithout?: 'POSTHOG_KEY' | 'CLARITY_ID';
}

const port = z.string().regex(/^\d+$/, 'must be a port number').transform(Number).pipe(z.number().max(65_535, 'must be a port number'));

/** The ports that browsers refuse to call, by the Fetch standard. */
const refusedPorts: ReadonlySet<number> = new Set(
  (
    '1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 123 135 137 139 143 161 179 389 ' +
    '427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 990 993 995 1719 1720 1723 2049 3659 4045 4190 5060 5061 6000 ' +
    '6566 6665 6666 6667 6668 6669 6679 6697 10080'
  )
    .split(' ')
    .map(Number),
);
const webPort = port.refine((given) => !refusedPorts.has(given), 'must be another port: browsers refuse to call this one');
const url = z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).transform((value) => value.replace(/\/$/, ''));
const databaseUrl = z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgresql:// address' });
const databaseUrls = z
  .string()
  .refine(
    (value) => value.split(',').every((address) => databaseUrl.safeParse(address).success),
    'must be a postgresql:// address, or several with a comma between them',
  );
const email = z.email({ error: 'must be an email address' });
const text = z.string().min(1);
const secret = z.string().min(8, 'must have at least 8 characters');
const mode = z.enum(['sandbox', 'real']);
const wallets = z
  .string()
  .transform((value) => value.split(','))
  .pipe(z.array(z.enum(['APPLE_PAY', 'GOOGLE_PAY'], 'must be of APPLE_PAY and GOOGLE_PAY, separated by commas')));
const keyRing = z
  .string()
  .regex(/^[\w.-]+:[A-Za-z0-9+/]{43}=(,[\w.-]+:[A-Za-z0-9+/]{43}=)*$/, 'must be id:key pairs separated by commas, each key 32 bytes in base64')
  .refine((value) => {
    const ids = value.split(',').map((pair) => pair.split(':')[0]);
    return new Set(ids).size === ids.length;
  }, 'must have another id for each key');

/** An RSA key, because that is what every mail program verifies. An unreadable key would leave mails unsigned without a word. */
const rsaPrivateKey = z.string().refine((pem) => {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}, 'must be an RSA private key in PEM');

/** Further issuers that may hand sessions in. The algorithm is fixed here, so that a token cannot choose its own. */
const sessionTypes = z
  .string()
  .transform((value, context) => {
    try {
      return JSON.parse(value) as unknown;
    } catch {
      context.addIssue({ code: 'custom', message: 'must be JSON' });
      return z.NEVER;
    }
  })
  .pipe(
    z.array(
      z.strictObject({
        type: z
          .string()
          .regex(/^[a-z][a-z0-9_-]{0,31}$/)
          .refine((type) => !['shopify', 'bigcommerce', 'hand_over'].includes(type), 'shopify, bigcommerce and hand_over are registered already'),
        algorithm: z.enum(['HS256', 'RS256', 'ES256']),
        key: z.string().min(16),
        issuer: z.string().min(1),
        audience: z.string().min(1),
      }),
    ),
  );

/** Publicly known, so it is a default in development only. */
const developmentKeyRing = `development:${Buffer.alloc(32, 'headway development ').toString('base64')}`;
const sandboxSecret = (name: string) => `sandbox-${name}-0123456789abcdef`;

export const settings = {
  NODE_ENV: {
    name: 'NODE_ENV',
    meaning: 'production disables the development defaults',
    schema: z.enum(['development', 'test', 'production']),
    default: 'development',
  },
  ROLE: {
    name: 'ROLE',
    meaning: 'parts that this process runs: all, web, worker, decide or sandbox',
    schema: z.enum(['all', 'web', 'worker', 'decide', 'sandbox']),
    default: 'all',
  },
  PORT: { name: 'PORT', meaning: 'port of the branded sites, the embedded app and the API', schema: webPort, default: '3000' },
  WORKER_PORT: {
    name: 'WORKER_PORT',
    meaning: 'port at which a process of the role worker answers /healthz, /readyz and /metrics; without it, none',
    schema: port,
  },
  SANDBOX_PORT: { name: 'SANDBOX_PORT', meaning: 'port of the sandbox and its control page', schema: webPort, default: '3900' },
  SANDBOX: {
    name: 'SANDBOX',
    meaning: '1 lets the sandbox run in production, for a demonstration, when it plays every provider',
    schema: z.enum(['0', '1']),
    default: '0',
  },
  SANDBOX_HOST: {
    name: 'SANDBOX_HOST',
    meaning: 'address at which the sandbox and its mail server listen; 0.0.0.0 for every address of the machine',
    schema: z.union([z.ipv4(), z.ipv6()], { error: 'must be an address such as 127.0.0.1' }),
    default: '127.0.0.1',
  },
  SANDBOX_PASSWORD: {
    name: 'SANDBOX_PASSWORD',
    meaning: "password of the sandbox's pages and its mail server, for any user name; production requires one to run the sandbox",
    schema: z.string().min(12, 'must have at least 12 characters'),
  },
  DEMO_HISTORY: {
    name: 'DEMO_HISTORY',
    meaning: '1 gives the demo merchants of the sandbox a year of history on the first start',
    schema: z.enum(['0', '1']),
    default: '1',
  },
  PUBLIC_URL: {
    name: 'PUBLIC_URL',
    meaning: 'address of the default program; the other programs have its scheme and port with their own host',
    schema: url,
    default: 'http://headway.localhost:{PORT}',
  },
  DECISION_URL: {
    name: 'DECISION_URL',
    meaning: 'address at which the card issuer reaches the process that decides purchases; without it, PUBLIC_URL',
    schema: url,
  },
  TRUSTED_PROXIES: {
    name: 'TRUSTED_PROXIES',
    meaning: "number of reverse proxies in front, which decides the caller's address",
    schema: z
      .string()
      .regex(/^[0-5]$/, 'must be 0 to 5')
      .transform(Number),
    default: '0',
  },
  DATABASE_URL: {
    name: 'DATABASE_URL',
    meaning:
      'PostgreSQL of version 15 or later, or its servers with a comma between them, of which the present primary is used; without it an embedded server is started',
    schema: databaseUrls,
  },
  DATABASE_REPLICA_URL: {
    name: 'DATABASE_REPLICA_URL',
    meaning:
      'streaming replica of DATABASE_URL, which serves exports, statements and staff’s lists across customers; without it, or while it fails or lags, DATABASE_URL',
    schema: databaseUrl,
  },
  DATA_DIR: { name: 'DATA_DIR', meaning: 'folder of the embedded database', schema: text, default: '.data' },
  BACKUP_DIR: {
    name: 'BACKUP_DIR',
    meaning: 'folder of backups; with it, the embedded database archives its log there, so that each moment since the first backup can be restored',
    schema: text,
  },
  ENCRYPTION_KEYS: {
    name: 'ENCRYPTION_KEYS',
    meaning: 'key ring of the encrypted columns, id:key,…; the first encrypts, all decrypt',
    schema: keyRing,
    secret: true,
    default: developmentKeyRing,
  },
  LOG_LEVEL: { name: 'LOG_LEVEL', meaning: 'pino level', schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']), default: 'info' },
  METRICS_TOKEN: { name: 'METRICS_TOKEN', meaning: 'bearer token of /metrics and /api/docs; in development they are open without it', schema: secret },

  PROPELAUTH: { name: 'PROPELAUTH', meaning: 'authentication: sandbox or real', schema: mode, default: 'sandbox' },
  PROPELAUTH_BACKEND_URL: {
    name: 'PROPELAUTH_BACKEND_URL',
    meaning: "authentication API as the server reaches it; without it, each program's own auth address",
    schema: url,
  },
  LITHIC: { name: 'LITHIC', meaning: 'card issuer: sandbox or real', schema: mode, default: 'sandbox' },
  LITHIC_BASE_URL: {
    name: 'LITHIC_BASE_URL',
    meaning: 'issuer API as the server reaches it',
    schema: url,
    default: 'http://127.0.0.1:{SANDBOX_PORT}/lithic',
    provider: 'LITHIC',
  },
  LITHIC_EMBED_URL: {
    name: 'LITHIC_EMBED_URL',
    meaning: 'issuer address as a browser reaches it, for the card frame',
    schema: url,
    default: 'http://localhost:{SANDBOX_PORT}/lithic',
    provider: 'LITHIC',
  },
  LITHIC_API_KEY: {
    name: 'LITHIC_API_KEY',
    meaning: 'issuer API key',
    schema: secret,
    secret: true,
    default: sandboxSecret('lithic-api-key'),
    provider: 'LITHIC',
  },
  LITHIC_WEBHOOK_SECRET: {
    name: 'LITHIC_WEBHOOK_SECRET',
    meaning: "secret of the issuer's webhooks (whsec_…)",
    schema: z.string().regex(/^whsec_[A-Za-z0-9+/=]{24,}$/, 'must begin with whsec_ and hold base64'),
    secret: true,
    default: `whsec_${Buffer.from('sandbox-lithic-webhook-secret-01').toString('base64')}`,
    provider: 'LITHIC',
  },
  LITHIC_DECISION_SECRET: {
    name: 'LITHIC_DECISION_SECRET',
    meaning: "secret of the issuer's authorization requests (whsec_…)",
    schema: z.string().regex(/^whsec_[A-Za-z0-9+/=]{24,}$/, 'must begin with whsec_ and hold base64'),
    secret: true,
    default: `whsec_${Buffer.from('sandbox-lithic-decision-secret-1').toString('base64')}`,
    provider: 'LITHIC',
  },
  LITHIC_WALLETS: {
    name: 'LITHIC_WALLETS',
    meaning: 'wallets that the issuer has set the program up for, of APPLE_PAY and GOOGLE_PAY, separated by commas',
    schema: wallets,
    default: 'APPLE_PAY,GOOGLE_PAY',
    provider: 'LITHIC',
  },
  LITHIC_APPLE_PARTNER_ID: {
    name: 'LITHIC_APPLE_PARTNER_ID',
    meaning: 'id by which Apple knows the issuer, for APPLE_PAY in LITHIC_WALLETS',
    schema: text,
    default: 'sandbox-partner',
    provider: 'LITHIC',
  },
  LITHIC_GOOGLE_INTEGRATOR_ID: {
    name: 'LITHIC_GOOGLE_INTEGRATOR_ID',
    meaning: 'id by which Google knows this site, for GOOGLE_PAY in LITHIC_WALLETS',
    schema: text,
    default: 'SANDBOX_INTEGRATOR',
    provider: 'LITHIC',
  },
  PLAID: { name: 'PLAID', meaning: 'bank aggregation and transfers: sandbox or real', schema: mode, default: 'sandbox' },
  PLAID_BASE_URL: {
    name: 'PLAID_BASE_URL',
    meaning: 'bank API as the server reaches it',
    schema: url,
    default: 'http://127.0.0.1:{SANDBOX_PORT}/plaid',
    provider: 'PLAID',
  },
  PLAID_LINK_JS_URL: {
    name: 'PLAID_LINK_JS_URL',
    meaning: "script of the bank's link window",
    schema: url,
    default: 'http://localhost:{SANDBOX_PORT}/plaid/link-initialize.js',
    provider: 'PLAID',
  },
  PLAID_CLIENT_ID: { name: 'PLAID_CLIENT_ID', meaning: 'bank API client id', schema: text, default: 'sandbox-plaid-client', provider: 'PLAID' },
  PLAID_SECRET: { name: 'PLAID_SECRET', meaning: 'bank API secret', schema: secret, secret: true, default: sandboxSecret('plaid'), provider: 'PLAID' },
  PLAID_SIGNAL: {
    name: 'PLAID_SIGNAL',
    meaning: 'on asks the bank API how risky a debit is (Signal) before it is drawn; off reads the balance instead, as does a real bank API without it',
    schema: z.enum(['on', 'off']),
    default: 'on',
    provider: 'PLAID',
  },
  RUTTER: { name: 'RUTTER', meaning: 'store and accounting data: sandbox or real', schema: mode, default: 'sandbox' },
  RUTTER_BASE_URL: {
    name: 'RUTTER_BASE_URL',
    meaning: 'store data API as the server reaches it',
    schema: url,
    default: 'http://127.0.0.1:{SANDBOX_PORT}/rutter/versioned',
    provider: 'RUTTER',
  },
  RUTTER_LINK_URL: {
    name: 'RUTTER_LINK_URL',
    meaning: 'store link window as a browser reaches it',
    schema: url,
    default: 'http://localhost:{SANDBOX_PORT}/rutter',
    provider: 'RUTTER',
  },
  RUTTER_CLIENT_ID: { name: 'RUTTER_CLIENT_ID', meaning: 'store data client id', schema: text, default: 'sandbox-rutter-client', provider: 'RUTTER' },
  RUTTER_SECRET: {
    name: 'RUTTER_SECRET',
    meaning: 'store data secret, which also signs the webhooks',
    schema: secret,
    secret: true,
    default: sandboxSecret('rutter'),
    provider: 'RUTTER',
  },
  RUTTER_PUBLIC_KEY: {
    name: 'RUTTER_PUBLIC_KEY',
    meaning: 'public key of the store link window',
    schema: text,
    default: 'sandbox-rutter-public',
    provider: 'RUTTER',
  },
  SHOPIFY: { name: 'SHOPIFY', meaning: 'embedded Shopify app: sandbox or real', schema: mode, default: 'sandbox' },
  SHOPIFY_API_KEY: { name: 'SHOPIFY_API_KEY', meaning: 'Shopify app client id', schema: text, default: 'sandbox-shopify-key', provider: 'SHOPIFY' },
  SHOPIFY_API_SECRET: {
    name: 'SHOPIFY_API_SECRET',
    meaning: 'Shopify app secret',
    schema: secret,
    secret: true,
    default: sandboxSecret('shopify'),
    provider: 'SHOPIFY',
  },
  SHOPIFY_EMULATOR_URL: {
    name: 'SHOPIFY_EMULATOR_URL',
    meaning: 'shop API as the server reaches it while Shopify is the sandbox',
    schema: url,
    default: 'http://127.0.0.1:{SANDBOX_PORT}/shopify',
  },
  SHOPIFY_APP_BRIDGE_URL: {
    name: 'SHOPIFY_APP_BRIDGE_URL',
    meaning: 'App Bridge script; only the sandbox may change it',
    schema: url,
    default: 'http://localhost:{SANDBOX_PORT}/shopify/app-bridge.js',
  },
  SHOPIFY_ADMIN_ORIGIN: {
    name: 'SHOPIFY_ADMIN_ORIGIN',
    meaning: "origin of the sandbox's store admin, which may frame the app beside Shopify's own",
    schema: url,
    default: 'http://localhost:{SANDBOX_PORT}',
  },
  SHOPIFY_SCOPES: {
    name: 'SHOPIFY_SCOPES',
    meaning: 'Shopify access scopes',
    schema: text,
    default: 'read_orders,read_shopify_payments_accounts,read_shopify_payments_payouts,read_shopify_payments_disputes',
  },
  BIGCOMMERCE: { name: 'BIGCOMMERCE', meaning: 'BigCommerce app: sandbox or real', schema: mode, default: 'sandbox' },
  BIGCOMMERCE_CLIENT_ID: {
    name: 'BIGCOMMERCE_CLIENT_ID',
    meaning: 'BigCommerce app client id',
    schema: text,
    default: 'sandbox-bigcommerce-client',
    provider: 'BIGCOMMERCE',
  },
  BIGCOMMERCE_CLIENT_SECRET: {
    name: 'BIGCOMMERCE_CLIENT_SECRET',
    meaning: 'BigCommerce app secret',
    schema: secret,
    secret: true,
    default: sandboxSecret('bigcommerce'),
    provider: 'BIGCOMMERCE',
  },
  BIGCOMMERCE_LOGIN_URL: {
    name: 'BIGCOMMERCE_LOGIN_URL',
    meaning: 'BigCommerce login service',
    schema: url,
    default: 'http://127.0.0.1:{SANDBOX_PORT}/bigcommerce',
    provider: 'BIGCOMMERCE',
  },
  BIGCOMMERCE_API_URL: {
    name: 'BIGCOMMERCE_API_URL',
    meaning: 'BigCommerce store API',
    schema: url,
    default: 'http://127.0.0.1:{SANDBOX_PORT}/bigcommerce/api',
    provider: 'BIGCOMMERCE',
  },
  BIGCOMMERCE_PANEL_ORIGIN: {
    name: 'BIGCOMMERCE_PANEL_ORIGIN',
    meaning: "origin of the sandbox's control panel, which may frame the dashboard beside BigCommerce's own",
    schema: url,
    default: 'http://localhost:{SANDBOX_PORT}',
  },
  POSTHOG_KEY: {
    name: 'POSTHOG_KEY',
    meaning: 'product analytics key; without it the sandbox receives the events, and without a sandbox analytics are off',
    schema: text,
    default: 'sandbox-posthog-key',
    playedWithout: 'POSTHOG_KEY',
  },
  POSTHOG_HOST: {
    name: 'POSTHOG_HOST',
    meaning: 'product analytics host that /ingest passes on to; required beside a POSTHOG_KEY',
    schema: url,
    default: 'http://127.0.0.1:{SANDBOX_PORT}/posthog',
    playedWithout: 'POSTHOG_KEY',
  },
  POSTHOG_ASSETS_HOST: {
    name: 'POSTHOG_ASSETS_HOST',
    meaning: 'host of the analytics scripts behind /ingest; required beside a POSTHOG_KEY',
    schema: url,
    default: 'http://127.0.0.1:{SANDBOX_PORT}/posthog',
    playedWithout: 'POSTHOG_KEY',
  },
  CLARITY_ID: {
    name: 'CLARITY_ID',
    meaning: 'session recording project; without it the sandbox receives the recordings, and without a sandbox recording is off',
    schema: z.string().regex(/^\w+$/, 'must be letters and digits'),
    default: 'sandbox',
    playedWithout: 'CLARITY_ID',
  },
  CLARITY_URL: {
    name: 'CLARITY_URL',
    meaning: 'session recording host as a browser reaches it; https://www.clarity.ms beside a CLARITY_ID',
    schema: url,
    default: 'http://localhost:{SANDBOX_PORT}/clarity',
    playedWithout: 'CLARITY_ID',
  },
  SMTP_URL: {
    name: 'SMTP_URL',
    meaning: 'mail server',
    schema: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// address' }),
    secret: true,
    default: 'smtp://127.0.0.1:{SANDBOX_SMTP_PORT}',
  },
  SANDBOX_SMTP_PORT: { name: 'SANDBOX_SMTP_PORT', meaning: "port of the sandbox's mail server", schema: port, default: '3925' },
  SESSION_TYPES: {
    name: 'SESSION_TYPES',
    meaning: 'outside issuers of sessions that the product accepts, as JSON: [{"type","algorithm","key","issuer","audience"}]',
    schema: sessionTypes,
    default: '[]',
  },
  MAIL_FROM: {
    name: 'MAIL_FROM',
    meaning: 'sender address of mails',
    schema: email,
    default: 'hello@headway.localhost',
  },
  DKIM_DOMAIN: {
    name: 'DKIM_DOMAIN',
    meaning: 'domain that signs mails from its addresses (DKIM), the one of MAIL_FROM; without it, and for other domains, the mail server has to sign',
    schema: z.string().regex(/^[a-z\d-]+(\.[a-z\d-]+)+$/i, 'must be a domain name'),
  },
  DKIM_SELECTOR: {
    name: 'DKIM_SELECTOR',
    meaning: 'name of the DKIM key: its public half is the TXT record {selector}._domainkey.{domain}',
    schema: z.string().regex(/^[a-z\d-]+(\.[a-z\d-]+)*$/i, 'must be letters, digits and dashes'),
  },
  DKIM_PRIVATE_KEY: {
    name: 'DKIM_PRIVATE_KEY',
    meaning: 'DKIM key: an RSA private key in PEM',
    schema: rsaPrivateKey,
  },
  WEB_PUSH_PRIVATE_KEY: {
    name: 'WEB_PUSH_PRIVATE_KEY',
    meaning: 'key that signs push messages (VAPID): 32 bytes in base64url; a new one ends every subscription; without it push is not offered',
    schema: z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'must be 32 bytes in base64url'),
    secret: true,
    default: createHash('sha256').update('headway development push').digest('base64url'),
  },
  PRIVACY_MAILBOX: {
    name: 'PRIVACY_MAILBOX',
    meaning: 'our own mailbox for answers to privacy requests when a shop owner has no working address',
    schema: email,
    default: 'privacy@headway.localhost',
  },
} satisfies Record<string, Setting>;

export const authUrlSetting = (program: ProgramSettingName) =>
  ({
    name: `AUTH_URL_${program}`,
    meaning: `hosted authentication of the program ${program.toLowerCase()}`,
    schema: url,
    default: `http://auth.${program.toLowerCase()}.localhost:{SANDBOX_PORT}`,
    provider: 'PROPELAUTH',
  }) satisfies Setting<string>;

export const hostsSetting = (program: ProgramSettingName) =>
  ({
    name: `HOSTS_${program}`,
    meaning: `further host names of the program ${program.toLowerCase()}, separated by commas; the first becomes its address`,
    schema: z
      .string()
      .regex(/^([a-z0-9]([a-z0-9.-]*[a-z0-9])?(,|$))*$/, 'must be host names in lower case, without ports')
      .transform((value) => value.split(',').filter(Boolean)),
    default: '',
  }) satisfies Setting<string[]>;

export const mailFromSetting = (program: ProgramSettingName) =>
  ({
    name: `MAIL_FROM_${program}`,
    meaning: `sender address of mails of the program ${program.toLowerCase()}; without it, MAIL_FROM`,
    schema: email,
  }) satisfies Setting<string>;

export const authKeySetting = (program: ProgramSettingName) =>
  ({
    name: `PROPELAUTH_API_KEY_${program}`,
    meaning: `PropelAuth backend key of ${program.toLowerCase()}`,
    schema: secret,
    secret: true,
    default: sandboxSecret(`propelauth-${program.toLowerCase()}`),
    provider: 'PROPELAUTH',
  }) satisfies Setting<string>;

export const verifierKeySetting = (program: ProgramSettingName) =>
  ({
    name: `PROPELAUTH_VERIFIER_KEY_${program}`,
    meaning: `public key (SPKI PEM) of the access tokens of ${program.toLowerCase()}; read from the auth address when not set`,
    schema: z.string().includes('-----BEGIN PUBLIC KEY-----'),
  }) satisfies Setting<string>;

/** Returns every setting, those of each program included. */
export function allSettings(): Setting[] {
  return [
    ...Object.values(settings),
    ...programSettingNames.flatMap((program) => [
      hostsSetting(program),
      mailFromSetting(program),
      authUrlSetting(program),
      authKeySetting(program),
      verifierKeySetting(program),
    ]),
  ];
}

/** Returns the bytes of a secret, or of each key in a ring: base64 has several spellings of the same bytes. */
const keysIn = (secret: string): string[] => secret.split(',').map((part) => Buffer.from(part.replace(/^(whsec_|[\w.-]+:)/, ''), 'base64').toString('hex'));

/** The secrets that stand in this file, where everybody can read them. */
const published: ReadonlySet<string> = new Set(allSettings().flatMap((setting) => (setting.secret && setting.default ? keysIn(setting.default) : [])));

/** Tells whether a value is one of the secrets of development, or a key ring that has one in it. */
export const isPublished = (value: string): boolean => keysIn(value).some((key) => published.has(key));
