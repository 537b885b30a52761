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
  colours: {
    light: { primary: '#6D28D9', accent: '#10B981', canvas: '#F8F6FD', surface: '#FFFFFF', ink: '#1A1130' },
    dark: { primary: '#B79CFB', accent: '#34D399', canvas: '#110C1D', surface: '#1A132A', ink: '#EDE9F7' },
  },
  cornerRadiusPx: 12,
  timeZone: 'America/Los_Angeles',
  rates: {
    advanceRateBasisPoints: 8_000,
    cashbackBasisPoints: 150,
    spendingPowerCapCents: cents(15_000_000),
    initialSpendLimitCents: cents(50_000),
  },
  netTerms: { days: 15, type: 'calendar' },
  personalAccounts: 'with_consumer_authorization',
  supportEmail: 'support@boost.localhost',
  sharedIdentities: 'flag',
  mailOnStaffChange: true,
};
