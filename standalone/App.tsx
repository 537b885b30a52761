import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { BrowserRouter, useLocation, useNavigationType } from 'react-router-dom';
import { useKeptFocus } from '../server/browser/focus.ts';
import { afterPress } from '../server/browser/forms/afterPress.ts';
import { useTopOfPage } from '../server/browser/useTopOfPage.ts';
import { isStaff } from '../server/domain/access/access.ts';
import { isStaffPath } from '../server/domain/access/guard.ts';
import type { PublicProgram } from '../server/programs/public.ts';
import { type Analytics, AnalyticsContext } from './analytics/analytics.ts';
import { ProgramProvider } from './brand/ProgramProvider.tsx';
import { useProgram } from './brand/program.ts';
import { Guard } from './guard/Guard.tsx';
import { Spinner } from './guard/Spinner.tsx';
import { ErrorBoundary } from './layout/ErrorBoundary.tsx';
import { lazyPage, ShownPage } from './lazyPage.tsx';
import type { HandedInSession } from './session/handedInSession.ts';
import type { HostedClient } from './session/hostedClient.ts';
import { useReceiver } from './session/receiver.ts';
import { SessionProvider } from './session/SessionProvider.tsx';
import { useSession } from './session/session.ts';

const dashboard = lazyPage(() => import('./dashboard/Dashboard.tsx').then((file) => file.Dashboard));
const onboarding = lazyPage(() => import('./onboarding/OnboardingFrame.tsx').then((file) => file.OnboardingFrame));
const staff = lazyPage(() => import('./staff/StaffPages.tsx').then((file) => file.StaffPages));

/** Keeps an answer fresh for 30 seconds, so that two parts of a page share one call. No retry here: `api.ts` repeats the calls that are safe to repeat. */
const queries = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } });
// A late answer that adds rows above a button would move it from under the pointer.
notifyManager.setScheduler((show) => setTimeout(() => afterPress(show)));

interface AppProps {
  program: PublicProgram;
  hosted: HostedClient;
  handedIn: HandedInSession | null;
  analytics: Analytics;
}

/** The whole site of one program. */
export function App({ program, hosted, handedIn, analytics }: AppProps) {
  useKeptFocus();
  return (
    <ProgramProvider program={program}>
      <BrowserRouter basename={basename()} future={{ v7_startTransition: true, v7_relativeSplatPath: true }}>
        <ErrorBoundary>
          <QueryClientProvider client={queries}>
            <AnalyticsContext.Provider value={analytics}>
              <SessionProvider hosted={hosted} handedIn={handedIn}>
                <EarlyLoading />
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
  const location = useLocation();
  const { pathname } = location;
  useTopOfPage(location, useNavigationType());
  const { loggedInReceiver } = useReceiver();
  const isOnboarding = useIsOnboardingPath();
  if (isOnboarding) return <ShownPage key="onboarding" page={onboarding} />;
  return isStaffPath(pathname) && isStaff(loggedInReceiver) ? <ShownPage key="staff" page={staff} /> : <ShownPage key="dashboard" page={dashboard} />;
}

/** Loads the code of the page while the record of a person who signed in is still being asked for. */
function EarlyLoading() {
  const { status } = useSession().state;
  const isOnboarding = useIsOnboardingPath();
  useEffect(() => {
    if (status === 'signedIn') (isOnboarding ? onboarding : dashboard).load();
  }, [status, isOnboarding]);
  return null;
}

function useIsOnboardingPath(): boolean {
  const { pathname } = useLocation();
  const { onboarding_path } = useProgram();
  return pathname.startsWith(onboarding_path) || pathname.startsWith('/onboarding-new');
}
