import { lazy, Suspense } from 'react';
import { Route, Routes } from 'react-router-dom';
import { NotFound } from '../guard/NotFound.tsx';
import { Spinner } from '../guard/Spinner.tsx';
import { useGlobalQuery } from '../session/useGlobalQuery.ts';
import { DashboardFrame } from './DashboardFrame.tsx';
import { Home } from './home/Home.tsx';

const Reports = lazy(() => import('./reports/Reports.tsx').then((file) => ({ default: file.Reports })));
const BankPage = lazy(() => import('./bank/BankPage.tsx').then((file) => ({ default: file.BankPage })));
const AccessLog = lazy(() => import('./access/AccessLog.tsx').then((file) => ({ default: file.AccessLog })));
const AdminView = lazy(() => import('../staff/AdminView.tsx').then((file) => ({ default: file.AdminView })));

/** The merchant's dashboard: home and the pages beside it, in one frame. */
export function Dashboard() {
  const { admin } = useGlobalQuery();
  return (
    <Routes>
      <Route path="/" element={framed(admin ? <AdminView /> : <Home />)} />
      <Route path="/reports" element={framed(<Reports />)} />
      <Route path="/bank" element={framed(<BankPage />)} />
      <Route path="/access" element={framed(<AccessLog />)} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}

function framed(page: JSX.Element) {
  return (
    <DashboardFrame>
      <Suspense fallback={<Spinner>Loading the page…</Spinner>}>{page}</Suspense>
    </DashboardFrame>
  );
}
