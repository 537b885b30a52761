import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Config, readConfig } from '../../server/config.ts';
import { DomainError } from '../../server/domain/basics/errors.ts';
import { programs } from '../../server/programs/all.ts';
import { programByHost, programByKey, resolvePrograms } from '../../server/programs/index.ts';
import { publicProgram } from '../../server/programs/public.ts';

const expected = [
  { key: 'headway', brand: 'Headway', host: 'headway.localhost', onboardingPath: '/onboarding', setting: 'HEADWAY' },
  { key: 'boost', brand: 'Boost', host: 'boost.localhost', onboardingPath: '/titanium-onboarding', setting: 'BOOST' },
  { key: 'card', brand: 'Card', host: 'card.localhost', onboardingPath: '/apply/cc', setting: 'CARD' },
  { key: 'harbor-new', brand: 'Harbor', host: 'harbor.localhost', onboardingPath: '/onboarding-new', setting: 'HARBOR' },
  { key: 'meridian-new', brand: 'Meridian', host: 'meridian.localhost', onboardingPath: '/onboarding-new', setting: 'MERIDIAN' },
] as const;

const siteFile = (path: string) => new URL(path.replace('/_assets/app/', '../../standalone/public/'), import.meta.url);

describe('the programs', () => {
  it.each(expected)('$key has its brand, host, onboarding path and settings', ({ key, brand, host, onboardingPath, setting }) => {
    expect(programByKey(key)).toMatchObject({ key, brand, label: brand, hosts: [host], onboardingPath, settingName: setting });
  });

  it('are the expected ones and share no key, host or setting', () => {
    expect(programs.map((program) => program.key)).toEqual(expected.map(({ key }) => key));
    const hosts = programs.flatMap((program) => program.hosts);
    expect(new Set(hosts).size).toBe(hosts.length);
    expect(new Set(programs.map((program) => program.settingName)).size).toBe(expected.length);
  });

  it('an unknown key is no program', () => {
    for (const key of ['', 'harbor', 'constructor', '__proto__', 'HEADWAY']) expect(programByKey(key)).toBeUndefined();
  });

  it('pay a credit out from a sum of their own on', () => {
    expect(programs.map(({ key, leastPayoutCents }) => [key, leastPayoutCents])).toEqual([
      ['headway', 100],
      ['boost', 100],
      ['card', 100],
      ['harbor-new', 100],
      ['meridian-new', 500],
    ]);
  });

  it.each(programs)('$key lends by rates that can be meant', ({ rates, netTerms, timeZone }) => {
    expect(rates.advanceRateBasisPoints).toBeGreaterThanOrEqual(5_000);
    expect(rates.advanceRateBasisPoints).toBeLessThanOrEqual(8_000);
    expect(rates.cashbackBasisPoints).toBeLessThanOrEqual(300);
    expect(rates.initialSpendLimitCents).toBeGreaterThan(1);
    expect(rates.spendingPowerCapCents).toBeGreaterThan(rates.initialSpendLimitCents);
    expect(netTerms.days).toBeGreaterThan(0);
    expect(new Intl.DateTimeFormat('en-US', { timeZone }).resolvedOptions().timeZone).toBe(timeZone);
  });

  it.each(programs)('the logos of $key are there, draw with paths alone and run nothing', ({ logo, card }) => {
    for (const path of [logo.light, logo.dark, logo.favicon, card.art]) {
      const file = siteFile(path);
      expect(existsSync(file), path).toBe(true);
      const svg = readFileSync(file, 'utf8');
      expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 [\d.]+ [\d.]+"/);
      expect(svg).toContain('<title>');
      expect(svg).not.toMatch(/<script|<text|<image|<foreignObject|\son\w+=|href=/i);
    }
  });

  it.each(programs)('the pictures of the logo of $key for mails are there', ({ logo: { mail } }) => {
    for (const path of [mail.light, mail.dark]) expect(existsSync(siteFile(path)), path).toBe(true);
  });

  it.each(programs)('the icons of $key for home screens are there', ({ logo: { icons } }) => {
    for (const path of Object.values(icons)) expect(existsSync(siteFile(path)), path).toBe(true);
  });

  it.each(programs)('the style sheets of the card of $key are there, without and with its details', ({ key }) => {
    for (const name of ['card', 'card-details']) {
      const file = new URL(`../../standalone/public/brand/${key}-${name}.css`, import.meta.url);
      expect(existsSync(file), file.pathname).toBe(true);
    }
  });
});

describe('the program of a host', () => {
  it.each([
    ['boost.localhost', 'boost'],
    ['boost.localhost:3000', 'boost'],
    ['boost.localhost:', 'boost'],
    ['BOOST.LocalHost:80', 'boost'],
    ['boost.localhost.', 'boost'],
    ['boost.localhost.:3000', 'boost'],
    [' card.localhost ', 'card'],
    ['harbor.localhost:3000', 'harbor-new'],
    ['meridian.localhost', 'meridian-new'],
    ['headway.localhost', 'headway'],
  ])('%s is %s', (host, key) => {
    expect(programByHost(host).key).toBe(key);
  });

  it.each([
    undefined,
    '',
    '.',
    ':3000',
    'localhost:3000',
    'example.com',
    '127.0.0.1:3000',
    '[::1]:3000',
    '[::ffff:127.0.0.1]',
    '::1',
    'auth.boost.localhost',
    'boost.localhost.evil.example',
    'evil-boost.localhost',
    'boost.localhost..',
    'boost.localhost:80:80',
    'boost.localhost:http',
    'boost.localhost@example.com',
    'example.com, boost.localhost',
    'boost.localhost/..',
    'boost.localhost\u0000',
    'bооst.localhost',
    'constructor',
    '__proto__',
  ])('%j is nobody else and gets the default', (host) => {
    expect(programByHost(host).key).toBe('headway');
  });

  it('whatever a client sends as a host, it gets one of the programs', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (host) => programs.includes(programByHost(host))));
  });
});

describe('addresses', () => {
  const addresses = (environment: Record<string, string> = {}): Config => readConfig(environment);

  it('each program has its own hosted sign-in and its own site', () => {
    const resolved = resolvePrograms(addresses());
    expect(resolved.headway).toMatchObject({ authUrl: 'http://auth.headway.localhost:3900', siteUrl: 'http://headway.localhost:3000' });
    expect(resolved['harbor-new']).toMatchObject({ authUrl: 'http://auth.harbor.localhost:3900', siteUrl: 'http://harbor.localhost:3000' });
  });

  it("the other programs have the public address's scheme and port", () => {
    const resolved = resolvePrograms(addresses({ PUBLIC_URL: 'https://headway.example:8443' }));
    expect(resolved.headway.siteUrl).toBe('https://headway.example:8443');
    expect(resolved.boost.siteUrl).toBe('https://boost.localhost:8443');
  });

  it('a host from the settings becomes the address of its program, and the host it was born with still finds it', () => {
    const resolved = resolvePrograms(addresses({ PUBLIC_URL: 'https://headway.example', HOSTS_BOOST: 'cards.boost.example,boost.example' }));
    expect(resolved.boost.siteUrl).toBe('https://cards.boost.example');
    expect(programByHost('boost.example:443', resolved).key).toBe('boost');
    expect(programByHost('boost.localhost', resolved).key).toBe('boost');
    expect(programByHost('elsewhere.example', resolved).key).toBe('headway');
  });

  it('a program sends mails from its own address, or from the one of all', () => {
    const resolved = resolvePrograms(addresses({ MAIL_FROM: 'hello@headway.example', MAIL_FROM_BOOST: 'hello@boost.example' }));
    expect(resolved.boost.sender).toEqual({ name: programByKey('boost')?.name, address: 'hello@boost.example' });
    expect(resolved.card.sender.address).toBe('hello@headway.example');
  });

  it.each(expected)('without an auth URL for $key nothing starts', ({ key, setting }) => {
    const config = addresses();
    const propelauth = { authUrls: { ...config.propelauth.authUrls, [setting]: undefined } };
    const start = () => resolvePrograms({ ...config, propelauth });
    expect(start).toThrow(`Missing auth URL for whitelabel: ${key}`);
    expect(start).toThrow(DomainError);
    expect(start).toThrow(expect.objectContaining({ code: 'missing_auth_url', details: { program: key } }));
  });

  it('a browser learns the brand and the addresses, and no limit or rate', () => {
    const shown = publicProgram(resolvePrograms(addresses()).card);
    expect(new Set(Object.keys(shown))).toEqual(
      new Set([
        'auth_url',
        'brand',
        'card',
        'colors',
        'corner_radius_px',
        'door',
        'home',
        'hosts',
        'key',
        'label',
        'logo',
        'name',
        'onboarding_path',
        'site_url',
        'support_email',
        'time_zone',
        'typeface',
        'voice',
      ]),
    );
    expect(shown).toMatchObject({ auth_url: 'http://auth.card.localhost:3900', onboarding_path: '/apply/cc' });
  });
});
