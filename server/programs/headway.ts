import { cents } from '../domain/basics/money.ts';
import type { ProgramDefinition } from './define.ts';

/** The default brand, for every host that no other program has. */
export const headway: ProgramDefinition = {
  name: 'Headway',
  label: 'Headway',
  brand: 'Headway',
  hosts: ['headway.localhost'],
  settingName: 'HEADWAY',
  onboardingPath: '/onboarding',
  colors: {
    light: { primary: '#0F766E', accent: '#F59E0B', canvas: '#F5F8F7', surface: '#FFFFFF', ink: '#0F1F1D' },
    dark: { primary: '#4FD1C0', accent: '#FBBF24', canvas: '#0B1413', surface: '#121E1C', ink: '#E6F0EE' },
    frame: { primary: '#0F766E', accent: '#F59E0B', canvas: '#EAF4F2', surface: '#FFFFFF', ink: '#0F1F1D' },
  },
  typeface: { family: 'Manrope', package: 'manrope', generic: 'sans-serif', hasTabularFigures: true },
  card: { ink: '#FFFFFF', logo: 'dark' },
  home: { hero: 'available', order: ['due', 'transactions'] },
  door: 'beside',
  voice: {
    promise: 'Spending power that keeps up with your sales.',
    greeting: null,
    congratulation: 'You are on your way.',
    empty: {
      card: 'Your purchases appear here within seconds of using your card.',
      repayments: 'Repayments appear here when they are drawn from your bank, or when you pay ahead.',
      receivables: 'Sales of your connected store appear here as it reports them.',
    },
  },
  cornerRadiusPx: 8,
  timeZone: 'America/New_York',
  rates: {
    advanceRateBasisPoints: 8_000,
    cashbackBasisPoints: 100,
    spendingPowerCapCents: cents(25_000_000),
    initialSpendLimitCents: cents(100_000),
  },
  controls: { blockedCategories: ['cash', 'gambling'], maximumCards: 50 },
  netTerms: { days: 30, type: 'calendar' },
  draws: { moveDays: 3, cushionSalesDays: 2, restWaitsDays: 2 },
  personalAccounts: 'refused',
  leastPayoutCents: cents(100),
  finalAfterBankingDays: { business: 2, personal: 61 },
  trust: { afterFinalRepayments: 3, basisPointsOfLimit: 5_000 },
  supportEmail: 'support@headway.localhost',
  sharedIdentities: 'refuse',
  mailOnStaffChange: true,
};
