import type { ProgramSettingName } from '../config.ts';
import type { PersonalAccounts } from '../domain/bank/debitAuthorization.ts';
import type { Cents } from '../domain/basics/money.ts';
import type { SharedIdentityRule } from '../domain/identity/claims.ts';
import type { ProgramKey } from '../domain/program/programKeys.ts';

/** Colours as `#RRGGBB`. Buttons are `primary` with text in `surface`, so these two need a contrast of 4.5:1. */
export interface Palette {
  primary: string;
  /** For graphics only; its contrast is too low for text in some places. */
  accent: string;
  /** The background of the page. */
  canvas: string;
  /** The background of cards, menus and fields. */
  surface: string;
  /** The colour of text. */
  ink: string;
}

/** Paths that work on every site of the product. `favicon` is the mark alone; `light` and `dark` are the mark with the name. */
export interface Logo {
  light: string;
  dark: string;
  favicon: string;
}

/** The lending terms and the cashback of a program. Rates are in basis points, amounts in US cents. */
export interface Rates {
  /** The highest share of a month's sales that spending power can reach; refunds, chargebacks and old data lower it. */
  advanceRateBasisPoints: number;
  /** The cashback on amounts repaid by their due date. */
  cashbackBasisPoints: number;
  spendingPowerCapCents: Cents;
  /** The spending power of a merchant without a sales history. */
  initialSpendLimitCents: Cents;
}

/** One white-label program: the design and the terms of a brand, as plain data. */
export interface Program {
  key: ProgramKey;
  name: string;
  /** The part of the page title after ` | `. */
  label: string;
  /** The beginning of every downloaded file's name. */
  brand: string;
  /** Host names in lower case, without a port. The first is the program's address. */
  hosts: readonly [string, ...string[]];
  /** The program's part of its settings' names, as in `AUTH_URL_HEADWAY`. */
  settingName: ProgramSettingName;
  onboardingPath: string;
  colours: { light: Palette; dark: Palette };
  /** The corner radius of buttons, fields and cards. */
  cornerRadiusPx: number;
  logo: Logo;
  /** The IANA time zone in which the day of a merchant's debit begins. */
  timeZone: string;
  rates: Rates;
  /** The terms of new merchants; each merchant may get other terms later. */
  netTerms: { days: number; type: 'business' | 'calendar' };
  /** Whether a merchant may link an account that belongs to a person. */
  personalAccounts: PersonalAccounts;
  supportEmail: string;
  /** What is done with a merchant whose store or EIN backs another account, of any program. */
  sharedIdentities: SharedIdentityRule;
  /** Whether merchants get a mail when staff change their account. */
  mailOnStaffChange: boolean;
}

/** A program with the addresses that its settings name, without a slash at the end. */
export interface ResolvedProgram extends Program {
  /** The address of the hosted sign-in. */
  authUrl: string;
  /** The address of the program's own site, for links in mails and for redirects. */
  siteUrl: string;
}

export type ResolvedPrograms = Readonly<Record<ProgramKey, ResolvedProgram>>;

/** The data in a program's own file. The list of programs adds the key, and the logos, whose paths contain the key. */
export type ProgramDefinition = Omit<Program, 'key' | 'logo'>;

/** Returns the program of a definition and a key. */
export function programOfKey(key: ProgramKey, definition: ProgramDefinition): Program {
  const logo = (variant: string) => `/_assets/app/brand/${key}-${variant}.svg`;
  return { key, ...definition, logo: { light: logo('light'), dark: logo('dark'), favicon: logo('favicon') } };
}
