import { expect, it } from 'vitest';
import { pageTitle } from '../../../server/domain/access/pageNames.ts';

it.each([
  [true, 'Dashboard | Headway'],
  [false, 'Get Started | Headway'],
  [null, 'Get Started | Headway'],
])('page title, onboarded %s: %s', (isOnboarded, title) => {
  expect(pageTitle({ isOnboarded, isStaff: false }, 'Headway', '/')).toBe(title);
});

it.each([
  ['/transactions', 'Transactions · Dashboard | Headway'],
  ['/card', 'Cards · Dashboard | Headway'],
  ['/cards/6f1c', 'Card · Dashboard | Headway'],
  ['/settings', 'Settings · Dashboard | Headway'],
  ['/nowhere', 'Dashboard | Headway'],
  ['/staff', 'Find a customer · Staff | Headway'],
  ['/staff/customers/6f1c/ledger', 'Customer · Staff | Headway'],
])('the title of %s names the page: %s', (path, title) => {
  expect(pageTitle({ isOnboarded: true, isStaff: true }, 'Headway', path)).toBe(title);
});

it('staff have no onboarding to get started with; a page that somebody may not open is not named', () => {
  expect(pageTitle({ isOnboarded: false, isStaff: true }, 'Headway', '/staff')).toBe('Find a customer · Staff | Headway');
  expect(pageTitle({ isOnboarded: true, isStaff: false }, 'Headway', '/staff')).toBe('Dashboard | Headway');
  expect(pageTitle({ isOnboarded: false, isStaff: false }, 'Headway', '/payments')).toBe('Get Started | Headway');
});
