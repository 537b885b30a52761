import type { ProgramSettingName } from '../config.ts';
import type { ProgramKey } from '../domain/access/programKeys.ts';
import type { Cents } from '../domain/basics/money.ts';

/** Colours as `#RRGGBB`. Buttons are `primary` with `surface` text on them, so both palettes read at 4.5:1 either way round. */
export interface Palette {
  primary: string;
  /** For pictures and marks only; it is not dark enough for text everywhere. */
  accent: string;
  /** The page behind everything. */
  canvas: string;
  /** Cards, menus and fields on the page. */
  surface: string;
  /** Text. */
  ink: string;
}

/** Paths on every site of the product. The mark alone is for small places, the logo has the name beside it. */
export interface Logo {
  light: string;
  dark: string;
  favicon: string;
}

/** What a merchant of the program is lent, pays and earns. Rates are basis points, amounts US cents. */
export interface Rates {
  /** The most of a month's sales that spending power reaches, before refunds, chargebacks and age of the data lower it. */
  advanceRateBasisPoints: number;
  /** Earned on what is repaid by its due date. */
  cashbackBasisPoints: number;
  spendingPowerCapCents: Cents;
  /** Spending power of a merchant with no sales history yet. */
  initialSpendLimitCents: Cents;
}

/** One white-label program: everything that makes the product look and count as that brand. Plain data. */
export interface Program {
  key: ProgramKey;
  name: string;
  /** Stands after ` | ` in the page title. */
  label: string;
  /** Begins the name of every downloaded file. */
  brand: string;
  /** Host names in lower case, without port. */
  hosts: readonly [string, ...string[]];
  /** The program's part in the names of its settings, such as `AUTH_URL_HEADWAY`. */
  settingName: ProgramSettingName;
  onboardingPath: string;
  colours: { light: Palette; dark: Palette };
  /** How round buttons, fields and cards are. */
  cornerRadiusPx: number;
  logo: Logo;
  /** IANA name; the day of a merchant's debit begins in it. */
  timeZone: string;
  rates: Rates;
  /** Given to new merchants; each may have other terms. */
  netTerms: { days: number; type: 'business' | 'calendar' };
  supportEmail: string;
  /** Whether a merchant gets a mail when staff changed something of theirs. */
  mailOnStaffChange: boolean;
}

/** A program of a running product, with the addresses that come from its settings (no slash at the end). */
export interface ResolvedProgram extends Program {
  /** The hosted sign-in. */
  authUrl: string;
  /** The program's own site, for links in mails and redirects. */
  siteUrl: string;
}

export type ResolvedPrograms = Readonly<Record<ProgramKey, ResolvedProgram>>;

/** What a program's own file says. Its key, and its logos, which lie under that key, come with the place in the list of programs. */
export type ProgramDefinition = Omit<Program, 'key' | 'logo'>;

/** Returns the program that a definition makes under a key. */
export function programOfKey(key: ProgramKey, definition: ProgramDefinition): Program {
  const logo = (variant: string) => `/_assets/app/brand/${key}-${variant}.svg`;
  return { key, ...definition, logo: { light: logo('light'), dark: logo('dark'), favicon: logo('favicon') } };
}
