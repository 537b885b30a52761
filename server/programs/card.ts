import { cents } from '../domain/basics/money.ts';
import type { ProgramDefinition } from './define.ts';

/** The black card for few, large merchants: a spare design, terms in business days. */
export const card: ProgramDefinition = {
  name: 'Card',
  label: 'Card',
  brand: 'Card',
  hosts: ['card.localhost'],
  settingName: 'CARD',
  onboardingPath: '/apply/cc',
  colors: {
    light: { primary: '#111827', accent: '#B45309', canvas: '#F7F6F4', surface: '#FFFFFF', ink: '#111827' },
    dark: { primary: '#F3F4F6', accent: '#E0A15C', canvas: '#0A0A0B', surface: '#151517', ink: '#F5F5F4' },
    frame: { primary: '#E0A15C', accent: '#B45309', canvas: '#0C0D10', surface: '#17181C', ink: '#F3E9DC' },
  },
  typeface: { family: 'Cormorant Garamond', package: 'cormorant-garamond', generic: 'serif', hasTabularFigures: true },
  card: { ink: '#F3E9DC', logo: 'dark' },
  home: { hero: 'card', order: ['transactions', 'due'] },
  door: 'alone',
  voice: {
    promise: 'One card for the whole business.',
    greeting: null,
    congratulation: 'Your account is open.',
    empty: {
      card: 'Purchases are listed here within seconds of using the card.',
      repayments: 'Repayments are listed here when they are drawn or paid ahead.',
      receivables: 'Sales are listed here when your store reports them.',
    },
  },
  cornerRadiusPx: 2,
  timeZone: 'America/New_York',
  rates: {
    advanceRateBasisPoints: 8_000,
    cashbackBasisPoints: 200,
    spendingPowerCapCents: cents(50_000_000),
    initialSpendLimitCents: cents(250_000),
  },
  controls: { blockedCategories: ['cash', 'gambling'], maximumCards: 50 },
  netTerms: { days: 30, type: 'business' },
  draws: { moveDays: 3, cushionSalesDays: 2, restWaitsDays: 2 },
  personalAccounts: 'refused',
  leastPayoutCents: cents(100),
  finalAfterBankingDays: { business: 2, personal: 61 },
  trust: { afterFinalRepayments: 3, basisPointsOfLimit: 5_000 },
  supportEmail: 'support@card.localhost',
  sharedIdentities: 'refuse',
  mailOnStaffChange: false,
};
