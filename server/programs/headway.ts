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
  colours: {
    light: { primary: '#0F766E', accent: '#F59E0B', canvas: '#F5F8F7', surface: '#FFFFFF', ink: '#0F1F1D' },
    dark: { primary: '#4FD1C0', accent: '#FBBF24', canvas: '#0B1413', surface: '#121E1C', ink: '#E6F0EE' },
  },
  cornerRadiusPx: 8,
  timeZone: 'America/New_York',
  rates: {
    advanceRateBasisPoints: 8_000,
    cashbackBasisPoints: 100,
    spendingPowerCapCents: cents(25_000_000),
    initialSpendLimitCents: cents(100_000),
  },
  netTerms: { days: 30, type: 'calendar' },
  personalAccounts: 'refused',
  supportEmail: 'support@headway.localhost',
  sharedIdentities: 'refuse',
  mailOnStaffChange: true,
};
