import type { ProgramSettingName } from '../config.ts';
import type { PersonalAccounts } from '../domain/bank/debitAuthorization.ts';
import type { Cents } from '../domain/basics/money.ts';
import type { ProgramKey } from '../domain/basics/programKeys.ts';
import type { CategoryGroup } from '../domain/card/controls/categories.ts';
import type { SharedIdentityRule } from '../domain/receiver/claims.ts';
import type { FinalAfter } from '../domain/repayment/finalMoney.ts';
import type { TrustRule } from '../domain/spendingPower/heldBack.ts';

/** Colors as `#RRGGBB`. Buttons are `primary` with text in `surface`, so these two need a contrast of 4.5:1. */
export interface Palette {
  primary: string;
  /** For graphics only; its contrast is too low for text in some places. */
  accent: string;
  /** The background of the page. */
  canvas: string;
  /** The background of cards, menus and fields. */
  surface: string;
  /** The color of text. */
  ink: string;
}

/**
 * Paths that work on every site of the product. `favicon` is the mark alone; `light` and `dark` are the mark with the name,
 * for a light and a dark background. The mails' pictures show the same two, each on its surface, because mail programs show no SVG.
 */
export interface Logo {
  light: string;
  dark: string;
  favicon: string;
  /** The mark on the site's surface, for home screens, in pixels of its side. */
  icons: { 192: string; 512: string };
  mail: { light: string; dark: string };
}

/** The typeface of headings. Text, and figures that no typeface sets in one width, keep the typeface of all sites. */
export interface Typeface {
  /** As `standalone/brand/headings.css` declares it. */
  family: string;
  /** The package of the font, below `@fontsource`. */
  package: string;
  /** The kind of typeface that stands in where the font is not there: while it loads, and in mails. */
  generic: 'serif' | 'sans-serif';
  /** Whether the font's digits have one width, so that amounts can be set in it too. */
  hasTabularFigures: boolean;
}

/** The design of the card: the art is a file of the brand, and the text stands on it. */
export interface CardDesign {
  art: string;
  /** The color of the text, with a contrast of 4.5:1 on the art below the name. */
  ink: string;
  /** Which logo is printed: the one for light, or for dark backgrounds. */
  logo: 'light' | 'dark';
}

/** The part of the first view of home that is the largest: a figure, the card, the next payment, the gauge, or a greeting above the figures. */
export type HomeHero = 'available' | 'card' | 'due' | 'power' | 'greeting';

/** A section of home below the first view. */
export type HomeSection = 'due' | 'transactions';

/** The arrangement of the pages around a signed-out visitor. */
export type DoorLayout = 'beside' | 'across' | 'alone' | 'below' | 'around';

/** The brand's own sentences, where the product's texts leave room for one. */
export interface Voice {
  /** The brand's promise, in one line: on its door and above its sign-in. */
  promise: string;
  /** The line above home's figures, for a brand that greets. */
  greeting: string | null;
  /** The congratulation when the account is approved. */
  congratulation: string;
  /** The line below an empty table: how something comes to be in it. */
  empty: { card: string; repayments: string; receivables: string };
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

/** The limits of every card of a program, which no merchant lifts. The largest limit of a card is the cap of spending power. */
export interface ProgramControls {
  blockedCategories: readonly CategoryGroup[];
  /** How many cards a merchant may have that are not closed. */
  maximumCards: number;
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
  /** `frame` is the sidebar's, beside pages in the light colors. */
  colors: { light: Palette; dark: Palette; frame: Palette };
  typeface: Typeface;
  card: CardDesign;
  home: { hero: HomeHero; order: readonly HomeSection[] };
  door: DoorLayout;
  voice: Voice;
  /** The corner radius of buttons, fields and cards. */
  cornerRadiusPx: number;
  logo: Logo;
  /** The IANA time zone in which the day of a merchant's debit begins. */
  timeZone: string;
  rates: Rates;
  controls: ProgramControls;
  /** The terms of new merchants; each merchant may get other terms later. */
  netTerms: { days: number; type: 'business' | 'calendar' };
  draws: {
    /** By how many banking days a merchant may move a draw for which the bank account looks short. */
    moveDays: number;
    /** How many days of the store's sales are left on the bank account for its other debits. */
    cushionSalesDays: number;
    /** How many banking days the rest of an amount waits for the money, from the first day on which it may be drawn. */
    restWaitsDays: number;
  };
  /** Whether a merchant may link an account that belongs to a person. */
  personalAccounts: PersonalAccounts;
  /** The least credit balance that is paid out on request; at the closing of an account, any is. */
  leastPayoutCents: Cents;
  /** See `FinalAfter`. */
  finalAfterBankingDays: FinalAfter;
  /** From when on the money of a repayment that is not final may be spent: see `TrustRule`. */
  trust: TrustRule;
  supportEmail: string;
  /** The rule about a merchant whose store or EIN backs another account, of any program. */
  sharedIdentities: SharedIdentityRule;
  /** Whether merchants get a mail when staff change their account. */
  mailOnStaffChange: boolean;
}

/** A program with the addresses that its settings name; those of sites are without a slash at the end. */
export interface ResolvedProgram extends Program {
  /** The address of the hosted sign-in. */
  authUrl: string;
  /** The address of the program's own site, for links in mails and for redirects. */
  siteUrl: string;
  /** The sender of its mails. */
  sender: { name: string; address: string };
}

export type ResolvedPrograms = Readonly<Record<ProgramKey, ResolvedProgram>>;

/** The data in a program's own file. The list of programs adds the key, and the files whose paths contain the key. */
export type ProgramDefinition = Omit<Program, 'key' | 'logo' | 'card'> & { card: Omit<CardDesign, 'art'> };

/** Returns the program of a definition and a key. */
export function programOfKey(key: ProgramKey, definition: ProgramDefinition): Program {
  const file = (name: string) => `/_assets/app/brand/${key}-${name}`;
  return {
    key,
    ...definition,
    card: { ...definition.card, art: file('art.svg') },
    logo: {
      light: file('light.svg'),
      dark: file('dark.svg'),
      favicon: file('favicon.svg'),
      icons: { 192: file('icon-192.png'), 512: file('icon-512.png') },
      mail: { light: file('mail-light.png'), dark: file('mail-dark.png') },
    },
  };
}
