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
  colours: {
    light: { primary: '#111827', accent: '#B45309', canvas: '#F7F6F4', surface: '#FFFFFF', ink: '#111827' },
    dark: { primary: '#F3F4F6', accent: '#E0A15C', canvas: '#0A0A0B', surface: '#151517', ink: '#F5F5F4' },
  },
  cornerRadiusPx: 2,
  timeZone: 'America/New_York',
  rates: {
    advanceRateBasisPoints: 8_000,
    cashbackBasisPoints: 200,
    spendingPowerCapCents: cents(50_000_000),
    initialSpendLimitCents: cents(250_000),
  },
  netTerms: { days: 30, type: 'business' },
  personalAccounts: 'refused',
  supportEmail: 'support@card.localhost',
  sharedIdentities: 'refuse',
  mailOnStaffChange: false,
};
