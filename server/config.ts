import { createHash } from 'node:crypto';
import {
  allSettings,
  authKeySetting,
  authUrlSetting,
  hostsSetting,
  isPublished,
  mailFromSetting,
  type ProgramSettingName,
  programSettingNames,
  providerNames,
  type Setting,
  settings,
  verifierKeySetting,
} from './settings.ts';

export type { ProgramSettingName };

const defaults = new Map(allSettings().map((setting) => [setting.name, setting.default]));

/** The error of a start with wrong settings. It has one readable line for each setting that is missing or malformed. */
export class ConfigurationError extends Error {
  readonly lines: readonly string[];
  constructor(lines: readonly string[]) {
    super(lines.join('\n'));
    this.name = 'ConfigurationError';
    this.lines = lines;
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/** How the product's own processes reach the sandbox. */
const sandboxAddress = 'http://127.0.0.1:{SANDBOX_PORT}';

/**
 * Returns the part of an address by which the product passes the sandbox's password: its calls carry the providers' own
 * credentials where a browser sends a password. Empty without a password.
 */
function sandboxKeyPath(password: string | undefined): string {
  return password === undefined ? '' : `/~${createHash('sha256').update(`sandbox ${password}`).digest('base64url')}`;
}

/** Returns why these settings may not run in production, a line each. */
function productionComplaints(
  read: <T>(setting: Setting<T>) => T,
  providers: readonly (typeof providerNames)[number][],
  password: string | undefined,
): string[] {
  if (read(settings.NODE_ENV) !== 'production') return [];
  const real = providers.filter((provider) => read(settings[provider]) === 'real');
  const played = providers.filter((provider) => !real.includes(provider));
  if (read(settings.SANDBOX) === '1') {
    if (real.length > 0) return [`SANDBOX: 1 is refused beside a real provider (${real.join(', ')}); leave it out, or play every provider`];
    return password === undefined ? [`SANDBOX_PASSWORD: missing (${settings.SANDBOX_PASSWORD.meaning})`] : [];
  }
  return played.map((provider) => `${provider}: the sandbox is for development; set it to real, or play every provider with SANDBOX=1`);
}

/** Tells whether an address is outside this machine and reached without TLS at first; a mail server may offer TLS then. */
function isPlainOutside(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !['http:', 'smtp:'].includes(url.protocol)) return false;
  return !/^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
}

/** Reads settings one by one and collects every complaint, so that one start reports all of them. */
function settingReader(environment: Environment) {
  const complaints: string[] = [];
  const production = environment.NODE_ENV === 'production';
  // A demonstration, which moves no money, may stand where there is no certificate.
  const demandsTls = production && environment.SANDBOX?.trim() !== '1';
  const given = (name: string) => environment[name]?.trim() || undefined;

  const isReal = (provider: string | undefined) => provider !== undefined && given(provider) === 'real';
  /** The key ring encrypts what is known of real businesses and their banks, wherever one of these providers is real. */
  const requiresOwn = ({ name, provider }: Setting) =>
    production || isReal(provider) || (name === settings.ENCRYPTION_KEYS.name && (isReal('LITHIC') || isReal('PLAID')));

  const playsAny = providerNames.some((provider) => given(provider) !== 'real');

  const defaultOf = (setting: Setting): string | undefined => {
    const isNotPlayed = setting.playedWithout !== undefined && (given(setting.playedWithout) !== undefined || !playsAny);
    if (isReal(setting.provider) || isNotPlayed || (setting.secret && requiresOwn(setting))) return undefined;
    const fill = (text: string) => text.replace(/\{(\w+)\}/g, (_, name: string) => given(name) ?? defaults.get(name) ?? '');
    return setting.default && fill(setting.default.replace(sandboxAddress, `${sandboxAddress}${sandboxKeyPath(given('SANDBOX_PASSWORD'))}`));
  };

  function optional<T>(setting: Setting<T>): T | undefined {
    const value = given(setting.name) ?? defaultOf(setting);
    if (value === undefined) return undefined;
    const parsed = setting.schema.safeParse(value);
    if (parsed.success && demandsTls && /^http:/i.test(value) && isPlainOutside(value))
      complaints.push(`${setting.name}: must be an https address in production`);
    if (requiresOwn(setting) && isPublished(given(setting.name) ?? ''))
      complaints.push(`${setting.name}: holds a secret that is published with the product; make one of your own`);
    if (parsed.success) return parsed.data;
    // A default is malformed only by a setting in it, which has a line of its own.
    if (given(setting.name) !== undefined) complaints.push(`${setting.name}: ${parsed.error.issues.map((issue) => issue.message).join('; ')}`);
    return undefined;
  }

  function required<T>(setting: Setting<T>): T {
    const isMissing = given(setting.name) === undefined && defaultOf(setting) === undefined;
    if (isMissing) complaints.push(`${setting.name}: missing (${setting.meaning})`);
    return optional(setting) as T;
  }

  return { optional, required, complaints };
}

type Reader = ReturnType<typeof settingReader>;

/** Returns how mails are signed; undefined without any of its settings. One of them requires the others. */
function dkimConfig({ optional, required }: Reader) {
  const parts = [settings.DKIM_DOMAIN, settings.DKIM_SELECTOR, settings.DKIM_PRIVATE_KEY] as const;
  if (parts.every((part) => optional(part) === undefined)) return undefined;
  const [domain, selector, privateKey] = parts.map((part) => required(part));
  return { domain: domain ?? '', selector: selector ?? '', privateKey: privateKey ?? '' };
}

/** Returns whether the sandbox plays any provider. Reads all of their settings, so that each that is mistyped has its line. */
const isAnyPlayed = ({ required }: Reader) => providerNames.map((provider) => required(settings[provider])).includes('sandbox');

/**
 * Returns the origin of addresses that the sandbox's push service and Slack give out, and how the product reaches them; undefined
 * while the sandbox plays no provider.
 */
function standInAddresses(reader: Reader): { origin: string; url: string } | undefined {
  const { optional, required } = reader;
  if (!isAnyPlayed(reader)) return undefined;
  const port = required(settings.SANDBOX_PORT);
  return { origin: `http://localhost:${port}`, url: `http://127.0.0.1:${port}${sandboxKeyPath(optional(settings.SANDBOX_PASSWORD))}` };
}

/** Returns where product analytics go; undefined when they are off. */
function posthogConfig({ optional, required }: Reader) {
  const key = optional(settings.POSTHOG_KEY);
  return key === undefined ? undefined : { key, host: required(settings.POSTHOG_HOST), assetsHost: required(settings.POSTHOG_ASSETS_HOST) };
}

/** Returns where session recordings go; undefined when nothing is recorded. */
function clarityConfig({ optional }: Reader) {
  const id = optional(settings.CLARITY_ID);
  return id === undefined ? undefined : { id, url: optional(settings.CLARITY_URL) ?? clarityUrl };
}

/** The host of Microsoft's own recorder. */
const clarityUrl = 'https://www.clarity.ms';

/** Returns how the sandbox listens and is reached, and what it plays. */
function sandboxConfig(reader: Reader) {
  const { optional, required } = reader;
  const password = optional(settings.SANDBOX_PASSWORD);
  const port = required(settings.SANDBOX_PORT);
  const keyPath = sandboxKeyPath(password);
  return {
    host: required(settings.SANDBOX_HOST),
    port,
    password,
    /** The part of its addresses by which the product passes the password; empty without one. */
    keyPath,
    /** Its address for the product's own processes. */
    url: `http://127.0.0.1:${port}${keyPath}`,
    smtpPort: required(settings.SANDBOX_SMTP_PORT),
    allowedInProduction: required(settings.SANDBOX) === '1',
    playsAny: isAnyPlayed(reader),
    /** Whether it plays both the card issuer and the bank: money then moves in its time. */
    keepsTime: required(settings.LITHIC) === 'sandbox' && required(settings.PLAID) === 'sandbox',
  };
}

type SandboxConfig = ReturnType<typeof sandboxConfig>;

function perProgram<T>(read: (program: ProgramSettingName) => T): Record<ProgramSettingName, T> {
  return Object.fromEntries(programSettingNames.map((program) => [program, read(program)])) as Record<ProgramSettingName, T>;
}

function propelauthConfig({ optional, required }: Reader, sandbox: SandboxConfig) {
  const mode = required(settings.PROPELAUTH);
  return {
    mode,
    backendUrl: optional(settings.PROPELAUTH_BACKEND_URL) ?? (mode === 'sandbox' ? sandbox.url : undefined),
    authUrls: perProgram((program) => optional(authUrlSetting(program))),
    apiKeys: perProgram((program) => required(authKeySetting(program))),
    verifierKeys: perProgram((program) => optional(verifierKeySetting(program))),
  };
}

function lithicConfig({ optional, required }: Reader) {
  const wallets = optional(settings.LITHIC_WALLETS) ?? [];
  return {
    baseUrl: required(settings.LITHIC_BASE_URL),
    embedUrl: required(settings.LITHIC_EMBED_URL),
    apiKey: required(settings.LITHIC_API_KEY),
    webhookSecret: required(settings.LITHIC_WEBHOOK_SECRET),
    decisionSecret: required(settings.LITHIC_DECISION_SECRET),
    wallets,
    /** The ids by which the wallets know us; undefined for a wallet that is not used. */
    applePartnerId: wallets.includes('APPLE_PAY') ? required(settings.LITHIC_APPLE_PARTNER_ID) : undefined,
    googleIntegratorId: wallets.includes('GOOGLE_PAY') ? required(settings.LITHIC_GOOGLE_INTEGRATOR_ID) : undefined,
    /** The address at which the sandbox plays the wallets' own scripts; undefined where they are the real ones. */
    walletStandInUrl: required(settings.LITHIC) === 'sandbox' ? `${required(settings.LITHIC_EMBED_URL)}/wallets` : undefined,
  };
}

function plaidConfig({ optional, required }: Reader) {
  return {
    baseUrl: required(settings.PLAID_BASE_URL),
    linkScriptUrl: required(settings.PLAID_LINK_JS_URL),
    clientId: required(settings.PLAID_CLIENT_ID),
    secret: required(settings.PLAID_SECRET),
    /** Whether the risk of a debit can be asked. */
    evaluatesDebits: optional(settings.PLAID_SIGNAL) === 'on',
  };
}

function rutterConfig({ required }: Reader) {
  return {
    baseUrl: required(settings.RUTTER_BASE_URL),
    linkUrl: required(settings.RUTTER_LINK_URL),
    clientId: required(settings.RUTTER_CLIENT_ID),
    secret: required(settings.RUTTER_SECRET),
    publicKey: required(settings.RUTTER_PUBLIC_KEY),
  };
}

/** Returns how the admin of Shopify is reached; the sandbox's addresses are undefined where it is the real one. */
function shopifyConfig({ required }: Reader) {
  const whenPlayed = (setting: Setting<string>) => (required(settings.SHOPIFY) === 'sandbox' ? required(setting) : undefined);
  return {
    apiKey: required(settings.SHOPIFY_API_KEY),
    apiSecret: required(settings.SHOPIFY_API_SECRET),
    scopes: required(settings.SHOPIFY_SCOPES).split(','),
    emulatorUrl: whenPlayed(settings.SHOPIFY_EMULATOR_URL),
    appBridgeUrl: whenPlayed(settings.SHOPIFY_APP_BRIDGE_URL),
    sandboxAdminOrigin: whenPlayed(settings.SHOPIFY_ADMIN_ORIGIN),
  };
}

function bigcommerceConfig({ required }: Reader) {
  return {
    clientId: required(settings.BIGCOMMERCE_CLIENT_ID),
    clientSecret: required(settings.BIGCOMMERCE_CLIENT_SECRET),
    loginUrl: required(settings.BIGCOMMERCE_LOGIN_URL),
    apiUrl: required(settings.BIGCOMMERCE_API_URL),
    sandboxPanelOrigin: required(settings.BIGCOMMERCE) === 'sandbox' ? required(settings.BIGCOMMERCE_PANEL_ORIGIN) : undefined,
  };
}

function webPushConfig({ optional, required }: Reader, standIn: { origin: string; url: string } | undefined) {
  return {
    /** Undefined when push is not offered. */
    privateKey: optional(settings.WEB_PUSH_PRIVATE_KEY),
    /** Contact address that push services write to about our messages. */
    contact: `mailto:${required(settings.MAIL_FROM)}`,
    standIn,
  };
}

function mailConfig(reader: Reader) {
  const { optional, required } = reader;
  return {
    smtpUrl: required(settings.SMTP_URL),
    /** Whether the mail server must offer TLS: in production always, but on this machine. */
    requiresTls: required(settings.NODE_ENV) === 'production' && isPlainOutside(required(settings.SMTP_URL) ?? ''),
    senders: perProgram((program) => optional(mailFromSetting(program)) ?? required(settings.MAIL_FROM)),
    privacyMailbox: required(settings.PRIVACY_MAILBOX),
    /** The DKIM signer of one domain's mails; undefined when the mail server signs all. */
    dkim: dkimConfig(reader),
  };
}

/** Returns how the product's own processes run, and where they keep what they know. */
function processConfig({ optional, required }: Reader) {
  const environment = required(settings.NODE_ENV);
  return {
    environment,
    role: required(settings.ROLE),
    port: required(settings.PORT),
    workerPort: optional(settings.WORKER_PORT),
    demoHistory: required(settings.DEMO_HISTORY) === '1',
    publicUrl: required(settings.PUBLIC_URL),
    decisionUrl: optional(settings.DECISION_URL) ?? required(settings.PUBLIC_URL),
    hosts: perProgram((program) => required(hostsSetting(program))),
    trustedProxies: required(settings.TRUSTED_PROXIES),
    databaseUrl: optional(settings.DATABASE_URL),
    databaseReplicaUrl: optional(settings.DATABASE_REPLICA_URL),
    dataDir: required(settings.DATA_DIR),
    backupDir: optional(settings.BACKUP_DIR),
    encryptionKeys: required(settings.ENCRYPTION_KEYS),
    logLevel: required(settings.LOG_LEVEL),
    metricsToken: environment === 'production' ? required(settings.METRICS_TOKEN) : optional(settings.METRICS_TOKEN),
    sessionTypes: required(settings.SESSION_TYPES),
  };
}

export type Config = ReturnType<typeof readConfig>;

/**
 * Reads and checks the whole environment, once, at start. Throws a ConfigurationError that names every setting that is
 * missing or malformed. Accepts a program without an auth URL: `resolvePrograms` refuses it with its own message.
 */
export function readConfig(environment: Environment) {
  const reader = settingReader(environment);
  const { optional, required, complaints } = reader;
  complaints.push(...productionComplaints(required, providerNames, optional(settings.SANDBOX_PASSWORD)));
  const sandbox = sandboxConfig(reader);
  const standIn = standInAddresses(reader);
  const config = {
    ...processConfig(reader),
    sandbox,
    propelauth: propelauthConfig(reader, sandbox),
    lithic: lithicConfig(reader),
    plaid: plaidConfig(reader),
    rutter: rutterConfig(reader),
    shopify: shopifyConfig(reader),
    bigcommerce: bigcommerceConfig(reader),
    webPush: webPushConfig(reader, standIn),
    slack: { standIn },
    posthog: posthogConfig(reader),
    clarity: clarityConfig(reader),
    mail: mailConfig(reader),
  };
  if (complaints.length > 0) throw new ConfigurationError([...new Set(complaints)]);
  return config;
}
