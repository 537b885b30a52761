import { AssignmentIcon, HomeIcon, InsertChartOutlinedIcon, ReceiptIcon, SettingsIcon, SwapHorizIcon } from '@bigcommerce/big-design-icons';
import type { ReactNode } from 'react';
import { CardIcon } from '../layout/CardIcon.tsx';

interface DashboardPage {
  path: string;
  /** The name of the page, in the sidebar and in a phone's bar. */
  label: string;
  icon: ReactNode;
  /** Stands in the bar at the bottom of a phone's screen; the others are in its menu. */
  isInBar: boolean;
}

/** The pages of the dashboard, in the order of the sidebar. */
export const dashboardPages: readonly DashboardPage[] = [
  { path: '/', label: 'Home', icon: <HomeIcon />, isInBar: true },
  { path: '/transactions', label: 'Transactions', icon: <SwapHorizIcon />, isInBar: true },
  { path: '/payments', label: 'Payments', icon: <AssignmentIcon />, isInBar: true },
  { path: '/card', label: 'Cards', icon: <CardIcon />, isInBar: true },
  { path: '/insights', label: 'Insights', icon: <InsertChartOutlinedIcon />, isInBar: false },
  { path: '/reports', label: 'Reports', icon: <ReceiptIcon />, isInBar: false },
  { path: '/settings', label: 'Settings', icon: <SettingsIcon />, isInBar: false },
];
