import { AssignmentIcon, HomeIcon, InsertChartOutlinedIcon, ReceiptIcon, SettingsIcon, SwapHorizIcon } from '@bigcommerce/big-design-icons';
import type { ReactNode } from 'react';
import { dashboardPageNames } from '../../server/domain/access/pageNames.ts';
import { CardIcon } from '../layout/CardIcon.tsx';

export interface DashboardPage {
  path: string;
  /** The name of the page, in the sidebar and in a phone's bar. */
  label: string;
  icon: ReactNode;
  /** Stands in the bar at the bottom of a phone's screen; the others are in its menu. */
  isInBar: boolean;
  /** The page shows the whole account, which a cardholder does not see. */
  isOfAccount: boolean;
}

/** The pages of the dashboard, in the order of the sidebar. */
export const dashboardPages: readonly DashboardPage[] = [
  { path: '/', isOfAccount: true, label: 'Home', icon: <HomeIcon />, isInBar: true },
  { path: '/transactions', isOfAccount: false, label: dashboardPageNames['/transactions'], icon: <SwapHorizIcon />, isInBar: true },
  { path: '/payments', isOfAccount: true, label: dashboardPageNames['/payments'], icon: <AssignmentIcon />, isInBar: true },
  { path: '/card', isOfAccount: false, label: dashboardPageNames['/card'], icon: <CardIcon />, isInBar: true },
  { path: '/insights', isOfAccount: true, label: dashboardPageNames['/insights'], icon: <InsertChartOutlinedIcon />, isInBar: false },
  { path: '/reports', isOfAccount: true, label: dashboardPageNames['/reports'], icon: <ReceiptIcon />, isInBar: false },
  { path: '/settings', isOfAccount: false, label: dashboardPageNames['/settings'], icon: <SettingsIcon />, isInBar: false },
];

/** Returns the pages that a person sees by what they may do: a cardholder those about their own cards. */
export function pagesFor({ abilities }: { readonly abilities: readonly string[] }): readonly DashboardPage[] {
  return dashboardPages.filter(({ isOfAccount }) => !isOfAccount || abilities.includes('view_account'));
}
