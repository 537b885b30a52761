import { isStaffPath, staffPath } from './guard.ts';

/** The names of the dashboard's pages beside home, in the navigation and in the document's title. */
export const dashboardPageNames = {
  '/transactions': 'Transactions',
  '/payments': 'Payments',
  '/card': 'Cards',
  '/insights': 'Insights',
  '/reports': 'Reports',
  '/settings': 'Settings',
} as const;

const oneCard = /^\/cards\/[^/]+$/;

/** Tells whether an address belongs to an entry of the navigation: that of one card to the cards. */
export function isWithinPage(page: string, path: string): boolean {
  return path === page || (page === '/card' && oneCard.test(path));
}

/** Returns the name of the dashboard's page at an address, without anything of the customer it is about; null at home and where no page is. */
function dashboardPageName(path: string): string | null {
  if (oneCard.test(path)) return 'Card';
  return Object.entries(dashboardPageNames).find(([of]) => of === path)?.[1] ?? null;
}

interface Visitor {
  /** Null means that it is not known yet. */
  isOnboarded: boolean | null;
  isStaff: boolean;
}

/** Returns the document's title, such as `Dashboard | Headway` at home and `Payments · Dashboard | Headway` beside it; `label` is the program's. */
export function pageTitle({ isOnboarded, isStaff }: Visitor, label: string, path: string): string {
  // Staff have no onboarding of their own to get started with.
  if (isStaff && isStaffPath(path)) return `${path === staffPath ? 'Find a customer' : 'Customer'} · Staff | ${label}`;
  if (isOnboarded !== true) return `Get Started | ${label}`;
  const name = dashboardPageName(path);
  return `${name === null ? '' : `${name} · `}Dashboard | ${label}`;
}
