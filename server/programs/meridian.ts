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
  colours: {
    light: { primary: '#9D174D', accent: '#CA8A04', canvas: '#FBF7F3', surface: '#FFFFFF', ink: '#2A1520' },
    dark: { primary: '#F48FB8', accent: '#EAB308', canvas: '#170D12', surface: '#22151C', ink: '#F6EAEE' },
  },
  cornerRadiusPx: 10,
  timeZone: 'America/Chicago',
  rates: {
    advanceRateBasisPoints: 8_000,
    cashbackBasisPoints: 125,
    spendingPowerCapCents: cents(10_000_000),
    initialSpendLimitCents: cents(50_000),
  },
  netTerms: { days: 30, type: 'calendar' },
  personalAccounts: 'with_consumer_authorization',
  supportEmail: 'support@meridian.localhost',
  sharedIdentities: 'flag',
  mailOnStaffChange: true,
};
