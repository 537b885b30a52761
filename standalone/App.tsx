import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { BrowserRouter, useLocation } from 'react-router-dom';
import { isStaff } from '../server/domain/access/access.ts';
import { isStaffPath } from '../server/domain/access/guard.ts';
import type { PublicProgram } from '../server/programs/public.ts';
import { type Analytics, AnalyticsContext } from './analytics/analytics.ts';
import { ProgramProvider } from './brand/ProgramProvider.tsx';
import { useProgram } from './brand/program.ts';
import { Guard } from './guard/Guard.tsx';
import { Spinner } from './guard/Spinner.tsx';
import { ErrorBoundary } from './layout/ErrorBoundary.tsx';
import type { HandedInSession } from './session/handedInSession.ts';
import type { HostedClient } from './session/hostedClient.ts';
import { useReceiver } from './session/receiver.ts';
import { SessionProvider } from './session/SessionProvider.tsx';

const Dashboard = lazy(() => import('./dashboard/Dashboard.tsx').then((file) => ({ default: file.Dashboard })));
const OnboardingFrame = lazy(() => import('./onboarding/OnboardingFrame.tsx').then((file) => ({ default: file.OnboardingFrame })));
const StaffPages = lazy(() => import('./staff/StaffPages.tsx').then((file) => ({ default: file.StaffPages })));

/** Keeps an answer fresh for 30 seconds, so that two parts of a page share one call. No retry here: `api.ts` repeats the calls that are safe to repeat. */
const queries = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } });

interface AppProps {
  program: PublicProgram;
  hosted: HostedClient;
  handedIn: HandedInSession | null;
  analytics: Analytics;
}

/** The whole site of one program. */
export function App({ program, hosted, handedIn, analytics }: AppProps) {
  return (
    <ProgramProvider program={program}>
      <BrowserRouter basename={basename()} future={{ v7_startTransition: true, v7_relativeSplatPath: true }}>
        <ErrorBoundary>
          <QueryClientProvider client={queries}>
            <AnalyticsContext.Provider value={analytics}>
              <SessionProvider hosted={hosted} handedIn={handedIn}>
                <Guard>
                  <Suspense fallback={<Spinner>Loading the page…</Spinner>}>
                    <Pages />
                  </Suspense>
                </Guard>
              </SessionProvider>
            </AnalyticsContext.Provider>
          </QueryClientProvider>
        </ErrorBoundary>
      </BrowserRouter>
    </ProgramProvider>
  );
}

/** Returns the prefix of every route: `/bigcommerce` for the pages that a store's control panel may frame, else `/`. */
function basename(): string {
  return /^\/bigcommerce(\/|$)/.test(window.location.pathname) ? '/bigcommerce' : '/';
}

function Pages() {
  const { pathname } = useLocation();
  const { onboarding_path } = useProgram();
  const { loggedInReceiver } = useReceiver();
  const isOnboarding = pathname.startsWith(onboarding_path) || pathname.startsWith('/onboarding-new');
  if (isOnboarding) return <OnboardingFrame />;
  return isStaffPath(pathname) && isStaff(loggedInReceiver) ? <StaffPages /> : <Dashboard />;
}
