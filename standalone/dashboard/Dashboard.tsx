import { lazy, Suspense } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { Spinner } from '../guard/Spinner.tsx';
import { useReceiver } from '../session/receiver.ts';
import { useGlobalQuery } from '../session/useGlobalQuery.ts';
import { usePanDeadline } from './card/panShowing.ts';
import { DashboardFrame } from './DashboardFrame.tsx';
import { Home } from './home/Home.tsx';
import { pageQuery } from './pageQuery.ts';
import { useSeenAlerts } from './useSeenAlerts.ts';

const NotFound = lazy(() => import('../guard/NotFound.tsx').then((file) => ({ default: file.NotFound })));
const TransactionsPage = lazy(() => import('./transactions/TransactionsPage.tsx').then((file) => ({ default: file.TransactionsPage })));
const PaymentsPage = lazy(() => import('./payments/PaymentsPage.tsx').then((file) => ({ default: file.PaymentsPage })));
const CardsPage = lazy(() => import('./card/CardsPage.tsx').then((file) => ({ default: file.CardsPage })));
const OneCardPage = lazy(() => import('./card/page/OneCardPage.tsx').then((file) => ({ default: file.OneCardPage })));
const InsightsPage = lazy(() => import('./insights/InsightsPage.tsx').then((file) => ({ default: file.InsightsPage })));
const Reports = lazy(() => import('./reports/Reports.tsx').then((file) => ({ default: file.Reports })));
const SettingsPage = lazy(() => import('./settings/SettingsPage.tsx').then((file) => ({ default: file.SettingsPage })));
const AdminView = lazy(() => import('../staff/AdminView.tsx').then((file) => ({ default: file.AdminView })));

/** The merchant's dashboard: home and the pages beside it, in one frame. */
export function Dashboard() {
  const { admin } = useGlobalQuery();
  usePanDeadline();
  useSeenAlerts();
  const { abilities } = useReceiver().receiver;
  const home = framed(admin ? <AdminView /> : <Home />);
  // A cardholder sees nothing of the account itself: their cards are the first page.
  if (!abilities.includes('view_account'))
    return (
      <Routes>
        <Route path="/" element={<ToCards />} />
        {cardRoutes}
        <Route path="/settings" element={framed(<SettingsPage />)} />
        <Route path="*" element={waitedFor(<NotFound />)} />
      </Routes>
    );
  return (
    <Routes>
      <Route path="/" element={home} />
      <Route path="/payments" element={framed(<PaymentsPage />)} />
      {cardRoutes}
      <Route path="/insights" element={framed(<InsightsPage />)} />
      <Route path="/reports" element={framed(<Reports />)} />
      <Route path="/settings" element={framed(<SettingsPage />)} />
      <Route path="*" element={waitedFor(<NotFound />)} />
    </Routes>
  );
}

/** The pages about cards, which everybody of a team has. */
const cardRoutes = [
  <Route key="transactions" path="/transactions" element={framed(<TransactionsPage />)} />,
  <Route key="card" path="/card" element={framed(<CardsPage />)} />,
  <Route key="cards" path="/cards" element={<ToCards />} />,
  <Route key="one" path="/cards/:card" element={framed(<OneCardPage />)} />,
];

function framed(page: JSX.Element) {
  return <DashboardFrame>{waitedFor(page)}</DashboardFrame>;
}

function waitedFor(page: JSX.Element) {
  return <Suspense fallback={<Spinner>Loading the page…</Spinner>}>{page}</Suspense>;
}

/** Leads from the address that belongs to the list beside a card's own to the one that the page has always had. */
function ToCards() {
  const { search, hash } = useLocation();
  return <Navigate replace to={{ pathname: '/card', search: pageQuery(search), hash }} />;
}
