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
  colours: {
    light: { primary: '#1D4ED8', accent: '#0891B2', canvas: '#F3F7FB', surface: '#FFFFFF', ink: '#0E1C33' },
    dark: { primary: '#86B3FF', accent: '#22D3EE', canvas: '#0A1220', surface: '#111C2F', ink: '#E4ECF8' },
  },
  cornerRadiusPx: 6,
  timeZone: 'America/New_York',
  rates: {
    advanceRateBasisPoints: 8_000,
    cashbackBasisPoints: 100,
    spendingPowerCapCents: cents(25_000_000),
    initialSpendLimitCents: cents(100_000),
  },
  netTerms: { days: 45, type: 'calendar' },
  personalAccounts: 'refused',
  supportEmail: 'support@harbor.localhost',
  sharedIdentities: 'refuse',
  mailOnStaffChange: true,
};
