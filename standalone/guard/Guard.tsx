import { lazy, type ReactNode, Suspense, useDeferredValue, useEffect, useRef } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { CallFailure } from '../../server/browser/callFailure.ts';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import { isDebugOn, isStaff } from '../../server/domain/access/access.ts';
import { guard, isFullyLoaded, isStaffPath, keepKnown } from '../../server/domain/access/guard.ts';
import { forceStep, isOnboarded as isFinished, onboardingStep } from '../../server/domain/onboarding/onboarding.ts';
import { Visit } from '../analytics/Visit.tsx';
import { useProgram } from '../brand/program.ts';
import { usePageTitle } from '../brand/usePageTitle.ts';
import { ErrorState } from '../layout/ErrorState.tsx';
import { Page } from '../layout/Page.tsx';
import { LiveData } from '../live/LiveData.tsx';
import type { SessionState } from '../session/combineSessions.ts';
import { LostAccount } from '../session/LostAccount.tsx';
import { isPublicPath, PublicPage } from '../session/PublicPage.tsx';
import { ReceiverContext } from '../session/receiver.ts';
import { SessionExpired, SessionFailed, SignedOut } from '../session/SignedOut.tsx';
import { useSession } from '../session/session.ts';
import { useGlobalQuery } from '../session/useGlobalQuery.ts';
import { useMasqueradeOver } from '../session/useMasqueradeOver.ts';
import { useReceivers } from '../session/useReceivers.ts';
import { Spinner } from './Spinner.tsx';
import { useIsCardLoading } from './useIsCardLoading.ts';

// Loaded lazily, so that merchants never load the staff code.
const MasqueradeBanner = lazy(() => import('../staff/MasqueradeBanner.tsx').then((file) => ({ default: file.MasqueradeBanner })));
const MasqueradeOver = lazy(() => import('../staff/MasqueradeOver.tsx').then((file) => ({ default: file.MasqueradeOver })));
const UnknownCustomer = lazy(() => import('../staff/UnknownCustomer.tsx').then((file) => ({ default: file.UnknownCustomer })));
const DebugPanel = lazy(() => import('../staff/debug/DebugPanel.tsx').then((file) => ({ default: file.DebugPanel })));

/** Shows a page to a person who may see it, and sends the others to the sign-in or to their onboarding. */
export function Guard({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const { state } = useSession();
  if (!isPublicPath(pathname) && (state.status === 'loading' || state.status === 'signedIn'))
    return <SignedInGuard isSigningIn={state.status === 'loading'}>{children}</SignedInGuard>;
  return (
    <>
      <Visit receiverId={null} />
      {isPublicPath(pathname) ? <PublicPage path={pathname} /> : <NotSignedIn state={state} />}
    </>
  );
}

function NotSignedIn({ state }: { state: SessionState }) {
  if (state.status === 'failed') return <SessionFailed message={state.message} />;
  return state.status === 'expired' ? <SessionExpired /> : <SignedOut />;
}

function SignedInGuard({ isSigningIn, children }: { isSigningIn: boolean; children: ReactNode }) {
  const { pathname: path, search: query } = useLocation();
  const program = useProgram();
  const { state, isLoading, masqueradingAs, failure, retry } = useReceivers();
  const { debug, admin } = useGlobalQuery();
  const isOnboarded = useIsOnboarded(state?.receiver ?? null);
  const isMasqueradeOver = useMasqueradeOver(masqueradingAs);
  const isUnknownCustomer = masqueradingAs !== null && failure instanceof CallFailure && failure.code === 'not_found';
  const isOfStaff = state !== null && isStaff(state.loggedInReceiver);
  usePageTitle(isOnboarded, isOfStaff);

  const isLoaded = isFullyLoaded({
    auth: isSigningIn,
    currentUser: isLoading.loggedIn,
    receiver: isLoading.viewed,
    lithic: useIsCardLoading(state?.receiver ?? null),
    // The server writes the program into the page, so it never loads.
    whitelabel: false,
  });
  const decision = guard({
    path,
    query,
    isLoaded,
    isOnboarded,
    onboardingPath: program.onboarding_path,
    isStaff: isOfStaff,
  });
  // Deferred, so that React renders the first page in short pieces, between which the browser may react.
  const isShown = useDeferredValue(decision.kind !== 'spinner');
  if (!isShown || decision.kind === 'spinner') return <Spinner>Loading your account…</Spinner>;
  return (
    <>
      {masqueradingAs !== null && (
        <Suspense>
          <MasqueradeBanner email={masqueradingAs} state={state} isOver={isMasqueradeOver} />
        </Suspense>
      )}
      {/* Pages of staff need no masquerade, and keep what was typed and saved there. */}
      {isMasqueradeOver && !isStaffPath(path) && !admin ? (
        <Suspense>
          <MasqueradeOver />
        </Suspense>
      ) : (
        <>
          {failure && isUnknownCustomer && (
            <Suspense>
              <UnknownCustomer email={masqueradingAs} />
            </Suspense>
          )}
          {failure && !isUnknownCustomer && (
            <Page title={`${masqueradingAs === null ? 'Your' : 'The customer’s'} account could not be loaded`} narrow>
              <ErrorState message={failure.message} onRetry={retry} />
            </Page>
          )}
          {state && decision.kind === 'redirect' && <Navigate to={decision.to} replace />}
          {state && decision.kind === 'show' && (
            <ReceiverContext.Provider value={state}>
              <Visit receiverId={state.loggedInReceiver.id} />
              <LostAccount />
              <LiveData isOnboarding={isOnboarded === false}>{children}</LiveData>
            </ReceiverContext.Provider>
          )}
        </>
      )}
      {state && isDebugOn({ loggedIn: state.loggedInReceiver, isMasquerading: state.isMasquerading, debug }) && (
        <Suspense>
          <DebugPanel state={state} />
        </Suspense>
      )}
    </>
  );
}

/** Returns whether onboarding is finished; null until it is known. Keeps the last value while the record reloads. */
function useIsOnboarded(receiver: ReceiverAnswer | null): boolean | null {
  const { onboardingStep: forced } = useGlobalQuery();
  const known = useRef<boolean | null>(null);
  const isOnboarded = keepKnown(known.current, receiver && isFinished(forceStep(onboardingStep(receiver.completion), forced)));
  useEffect(() => {
    known.current = isOnboarded;
  }, [isOnboarded]);
  return isOnboarded;
}
