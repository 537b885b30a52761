import { cents } from '../domain/basics/money.ts';
import type { ProgramDefinition } from './define.ts';

/** The energetic brand: higher cashback, shorter terms. */
export const boost: ProgramDefinition = {
  name: 'Boost',
  label: 'Boost',
  brand: 'Boost',
  hosts: ['boost.localhost'],
  settingName: 'BOOST',
  onboardingPath: '/titanium-onboarding',
  colors: {
    light: { primary: '#6D28D9', accent: '#10B981', canvas: '#F8F6FD', surface: '#FFFFFF', ink: '#1A1130' },
    dark: { primary: '#B79CFB', accent: '#34D399', canvas: '#110C1D', surface: '#1A132A', ink: '#EDE9F7' },
    frame: { primary: '#C4AEFF', accent: '#34D399', canvas: '#2E1065', surface: '#3B1A7A', ink: '#F5F1FF' },
  },
  typeface: { family: 'Sora', package: 'sora', generic: 'sans-serif', hasTabularFigures: true },
  card: { ink: '#FFFFFF', logo: 'dark' },
  home: { hero: 'power', order: ['transactions', 'due'] },
  door: 'across',
  voice: {
    promise: 'More to spend, sooner.',
    greeting: null,
    congratulation: 'You are in. Go get it!',
    empty: {
      card: 'Use your card once and it shows here in seconds.',
      repayments: 'Every repayment lands here: drawn from your bank, or paid ahead by you.',
      receivables: 'Make a sale, and it lands here when your store reports it.',
    },
  },
  cornerRadiusPx: 12,
  timeZone: 'America/Los_Angeles',
  rates: {
    advanceRateBasisPoints: 8_000,
    cashbackBasisPoints: 150,
    spendingPowerCapCents: cents(15_000_000),
    initialSpendLimitCents: cents(50_000),
  },
  controls: { blockedCategories: ['cash', 'gambling'], maximumCards: 50 },
  netTerms: { days: 15, type: 'calendar' },
  draws: { moveDays: 3, cushionSalesDays: 2, restWaitsDays: 2 },
  personalAccounts: 'with_consumer_authorization',
  leastPayoutCents: cents(100),
  finalAfterBankingDays: { business: 2, personal: 61 },
  trust: { afterFinalRepayments: 3, basisPointsOfLimit: 5_000 },
  supportEmail: 'support@boost.localhost',
  sharedIdentities: 'flag',
  mailOnStaffChange: true,
};
