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

/** Returns the name of the page at an address, without anything of the customer it is about; null at home and where no page is. */
function pageNameOf(path: string): string | null {
  if (path === staffPath) return 'Find a customer';
  if (isStaffPath(path)) return 'Customer';
  if (oneCard.test(path)) return 'Card';
  return Object.entries(dashboardPageNames).find(([of]) => of === path)?.[1] ?? null;
}

/** Returns the document's title, such as `Dashboard | Headway` at home and `Payments · Dashboard | Headway` beside it; `label` is the program's. */
export function pageTitle(isOnboarded: boolean | null, label: string, path: string): string {
  // Staff have no onboarding of their own to get started with.
  const part = isStaffPath(path) ? 'Staff' : isOnboarded === true ? 'Dashboard' : 'Get Started';
  const name = part === 'Get Started' ? null : pageNameOf(path);
  return `${name === null ? '' : `${name} · `}${part} | ${label}`;
}
