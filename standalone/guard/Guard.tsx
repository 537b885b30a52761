import { type ReactNode, useEffect, useRef } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import { guard, isFullyLoaded, keepKnown } from '../../server/domain/guard.ts';
import { forceStep, isOnboarded as isFinished, onboardingStep } from '../../server/domain/onboarding.ts';
import { Visit } from '../analytics/Visit.tsx';
import { useProgram } from '../brand/program.ts';
import { usePageTitle } from '../brand/usePageTitle.ts';
import { ErrorState } from '../layout/ErrorState.tsx';
import { Page } from '../layout/Page.tsx';
import type { SessionState } from '../session/combineSessions.ts';
import { MasqueradeBanner } from '../session/MasqueradeBanner.tsx';
import { isPublicPath, PublicPage } from '../session/PublicPage.tsx';
import { ReceiverContext } from '../session/receiver.ts';
import { SessionExpired, SessionFailed, SignedOut } from '../session/SignedOut.tsx';
import { useSession } from '../session/session.ts';
import { useGlobalQuery } from '../session/useGlobalQuery.ts';
import { useReceivers } from '../session/useReceivers.ts';
import { Spinner } from './Spinner.tsx';

/** Shows a page to those who may see it, and leads the others to where they belong: to the sign-in or along their onboarding. */
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
  const isOnboarded = useIsOnboarded(state?.receiver ?? null);
  usePageTitle(isOnboarded);

  const isLoaded = isFullyLoaded({
    auth: isSigningIn,
    currentUser: isLoading.loggedIn,
    receiver: isLoading.viewed,
    // The server has asked the issuer: what matters of the card here is in the receiver's checklist.
    lithic: false,
    // The program is written into the page.
    whitelabel: false,
  });
  const decision = guard({ path, query, isLoaded, isOnboarded, onboardingPath: program.onboarding_path });
  if (decision.kind === 'spinner') return <Spinner>Loading your account…</Spinner>;
  return (
    <>
      {masqueradingAs !== null && <MasqueradeBanner email={masqueradingAs} />}
      {failure && (
        <Page title="Your account could not be loaded" narrow>
          <ErrorState message={failure.message} onRetry={retry} />
        </Page>
      )}
      {state && decision.kind === 'redirect' && <Navigate to={decision.to} replace />}
      {state && decision.kind === 'show' && (
        <ReceiverContext.Provider value={state}>
          <Visit receiverId={state.loggedInReceiver.id} />
          {children}
        </ReceiverContext.Provider>
      )}
    </>
  );
}

/** Null until it is known. What was known stays known while a record is loaded anew. */
function useIsOnboarded(receiver: ReceiverAnswer | null): boolean | null {
  const { onboardingStep: forced } = useGlobalQuery();
  const known = useRef<boolean | null>(null);
  const isOnboarded = keepKnown(known.current, receiver && isFinished(forceStep(onboardingStep(receiver.completion), forced)));
  useEffect(() => {
    known.current = isOnboarded;
  }, [isOnboarded]);
  return isOnboarded;
}
