import { cents } from '../domain/basics/money.ts';
import type { ProgramDefinition } from './define.ts';

/** The maritime brand: longer terms, plain cashback. */
export const harbor: ProgramDefinition = {
  name: 'Harbor',
  label: 'Harbor',
  brand: 'Harbor',
  hosts: ['harbor.localhost'],
  settingName: 'HARBOR',
  onboardingPath: '/onboarding-new',
  colors: {
    light: { primary: '#1D4ED8', accent: '#0891B2', canvas: '#F3F7FB', surface: '#FFFFFF', ink: '#0E1C33' },
    dark: { primary: '#86B3FF', accent: '#22D3EE', canvas: '#0A1220', surface: '#111C2F', ink: '#E4ECF8' },
    frame: { primary: '#9CC2FF', accent: '#22D3EE', canvas: '#12296B', surface: '#172F78', ink: '#EEF4FF' },
  },
  typeface: { family: 'Zilla Slab', package: 'zilla-slab', generic: 'serif', hasTabularFigures: false },
  card: { ink: '#FFFFFF', logo: 'dark' },
  home: { hero: 'due', order: ['due', 'transactions'] },
  door: 'below',
  voice: {
    promise: 'Steady funds for every season.',
    greeting: null,
    congratulation: 'Welcome aboard.',
    empty: {
      card: 'All calm. Purchases come in here within seconds of using your card.',
      repayments: 'All calm. Repayments come in here as they leave your bank, or when you pay ahead.',
      receivables: 'All calm. Sales come in here as your store reports them.',
    },
  },
  cornerRadiusPx: 6,
  timeZone: 'America/New_York',
  rates: {
    advanceRateBasisPoints: 8_000,
    cashbackBasisPoints: 100,
    spendingPowerCapCents: cents(25_000_000),
    initialSpendLimitCents: cents(100_000),
  },
  controls: { blockedCategories: ['cash', 'gambling'], maximumCards: 50 },
  netTerms: { days: 45, type: 'calendar' },
  draws: { moveDays: 3, cushionSalesDays: 2, restWaitsDays: 2 },
  personalAccounts: 'refused',
  leastPayoutCents: cents(100),
  finalAfterBankingDays: { business: 2, personal: 61 },
  trust: { afterFinalRepayments: 3, basisPointsOfLimit: 5_000 },
  supportEmail: 'support@harbor.localhost',
  sharedIdentities: 'refuse',
  mailOnStaffChange: true,
};
