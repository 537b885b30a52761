import { cents } from '../domain/basics/money.ts';
import type { ProgramDefinition } from './define.ts';

/** The warm brand for small makers: careful limits. */
export const meridian: ProgramDefinition = {
  name: 'Meridian',
  label: 'Meridian',
  brand: 'Meridian',
  hosts: ['meridian.localhost'],
  settingName: 'MERIDIAN',
  onboardingPath: '/onboarding-new',
  colors: {
    light: { primary: '#9D174D', accent: '#CA8A04', canvas: '#FBF7F3', surface: '#FFFFFF', ink: '#2A1520' },
    dark: { primary: '#F48FB8', accent: '#EAB308', canvas: '#170D12', surface: '#22151C', ink: '#F6EAEE' },
    frame: { primary: '#9D174D', accent: '#CA8A04', canvas: '#F8EBDA', surface: '#FFF8EE', ink: '#2A1520' },
  },
  typeface: { family: 'Fraunces', package: 'fraunces', generic: 'serif', hasTabularFigures: false },
  card: { ink: '#5B0F30', logo: 'light' },
  home: { hero: 'greeting', order: ['transactions', 'due'] },
  door: 'around',
  voice: {
    promise: 'Made for makers and the shops they run.',
    greeting: 'Good to see you. Here is where your shop stands.',
    congratulation: 'We are so glad you are here.',
    empty: {
      card: 'Nothing here yet. What you buy for the shop shows up here within seconds.',
      repayments: 'Nothing here yet. We note each repayment here as it leaves your bank, or when you pay ahead.',
      receivables: 'Nothing here yet. What your shop sells shows up here as your store reports it.',
    },
  },
  cornerRadiusPx: 10,
  timeZone: 'America/Chicago',
  rates: {
    advanceRateBasisPoints: 8_000,
    cashbackBasisPoints: 125,
    spendingPowerCapCents: cents(10_000_000),
    initialSpendLimitCents: cents(50_000),
  },
  controls: { blockedCategories: ['cash', 'gambling'], maximumCards: 50 },
  netTerms: { days: 30, type: 'calendar' },
  draws: { moveDays: 3, cushionSalesDays: 2, restWaitsDays: 2 },
  personalAccounts: 'with_consumer_authorization',
  leastPayoutCents: cents(500),
  finalAfterBankingDays: { business: 2, personal: 61 },
  trust: { afterFinalRepayments: 3, basisPointsOfLimit: 5_000 },
  supportEmail: 'support@meridian.localhost',
  sharedIdentities: 'flag',
  mailOnStaffChange: true,
};
