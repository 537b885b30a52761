import { setActiveOrgId } from '@propelauth/javascript';
import { AuthProvider, useAuthInfo } from '@propelauth/react';
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { getAccounts, postPlatformAccount, postSessionEnd } from '../../server/contract/session.ts';
import { type AccessTokens, createApi, send } from '../api.ts';
import { authFailure, authProblem } from './authFailure.ts';
import { createChosenAccount } from './chosenAccount.ts';
import { type Choice, combineSessions, type HostedState, needsNoQuestion, personToAskAbout, type SessionState } from './combineSessions.ts';
import { isFramed } from './framed.ts';
import { type HandedInSession, type HandedInState, ignoreOver } from './handedInSession.ts';
import type { HostedClient } from './hostedClient.ts';
import { hostedLinks } from './hostedLinks.ts';
import { hostedTokens, personTokens } from './hostedTokens.ts';
import { forgetLogin } from './sendToLogin.ts';
import { type Session, SessionContext } from './session.ts';
import { forgetSignIn, rememberSignIn } from './signInMemory.ts';
import { hostedUser } from './user.ts';

const SwitchQuestion = lazy(() => import('./SwitchQuestion.tsx').then((file) => ({ default: file.SwitchQuestion })));

interface Sources {
  hosted: HostedClient;
  /** Null for a visitor whom no platform handed in. */
  handedIn: HandedInSession | null;
}

/** Provides the page's session, hosted or handed in, to everything inside. */
export function SessionProvider({ hosted, handedIn, children }: Sources & { children: ReactNode }) {
  return (
    <AuthProvider client={hosted}>
      <CombinedSession hosted={hosted} handedIn={handedIn}>
        {children}
      </CombinedSession>
    </AuthProvider>
  );
}

/** How often a tab whose calls our server refuses asks the sign-in whether the person is still signed in. */
const recheckMs = 5_000;

function CombinedSession({ hosted, handedIn, children }: Sources & { children: ReactNode }) {
  const hostedState = useHostedState(hosted);
  const handedInState = useHandedInState(handedIn);
  const [choice, setChoice] = useState<Choice>('undecided');
  const [isRefused, setIsRefused] = useState(false);
  const [chosen] = useState(() => createChosenAccount((path) => window.location.replace(path)));

  useEffect(() => {
    if (needsNoQuestion(hostedState, handedInState, choice)) setChoice('handedIn');
  }, [hostedState, handedInState, choice]);

  useEffect(() => {
    // Back may bring a page from the browser's memory, with the account that was chosen then.
    const reloadKept = ({ persisted }: PageTransitionEvent) => persisted && window.location.reload();
    window.addEventListener('pageshow', reloadKept);
    return () => window.removeEventListener('pageshow', reloadKept);
  }, []);

  const { kind } = hostedState;
  useEffect(() => {
    if (kind === 'nobody') {
      forgetSignIn();
      // Signing out in another tab ends the session at our server first, and a token of the ended session may have been refused here.
      setIsRefused(false);
    }
    if (kind !== 'user') return;
    forgetLogin();
    rememberSignIn();
  }, [kind]);

  useEffect(() => {
    if (!isRefused) return undefined;
    // Somebody who signs out elsewhere ends the session at our server first, and an answer under way may hide that they are signed out.
    const timer = setInterval(() => hosted.recheck(), recheckMs);
    return () => clearInterval(timer);
  }, [hosted, isRefused]);

  const combined = combineSessions(hostedState, handedInState, choice);
  const state = isRefused ? refusedState : combined;
  const source = combined.status === 'signedIn' ? combined.from : 'hosted';

  const session = useMemo<Omit<Session, 'state'>>(() => {
    const tokens = source === 'handedIn' && handedIn ? handedInTokens(handedIn) : hostedTokens(hosted, chosen, () => setIsRefused(true));
    const asPerson = createApi(personTokens(hosted, () => undefined));
    return {
      api: createApi(tokens),
      accessToken: tokens.present,
      retry() {
        setIsRefused(false);
        if (handedIn?.state().kind === 'failed') handedIn.open();
        else hosted.askAgain();
      },
      setActiveOrg: setActiveOrgId,
      accessTokenForOrg: hosted.getAccessTokenForOrg,
      accounts: (signal) => asPerson.call<typeof getAccounts>('GET /api/session/accounts', { signal }),
      chosen,
      links: hostedLinks(hosted, window.location),
      async signOut() {
        await handedIn?.endAtServer();
        // Before the sign-in's own log-out, because only a living token can end the others at our server.
        await endAtServer(hostedTokens(hosted, chosen, () => undefined));
        // The sign-in page cannot be shown in another site's frame, so do not redirect there.
        await hosted.logout(!isFramed()).catch((thrown: unknown) => Promise.reject(authProblem(authFailure(thrown))));
        forgetSignIn();
        chosen.forget();
        if (isFramed()) handedIn?.end();
      },
    };
  }, [hosted, handedIn, chosen, source]);

  async function connect() {
    if (hostedState.kind !== 'user' || handedIn === null) return;
    const { userId: token } = hostedState.user;
    const handed_in_access_token = (await handedIn.accessToken()) ?? '';
    const { call } = createApi(hostedTokens(hosted, chosen, () => setIsRefused(true)));
    await call<typeof postPlatformAccount>('POST /api/users/:token/platform_accounts', { params: { token }, body: { handed_in_access_token } });
    setChoice('hosted');
  }

  const other = personToAskAbout(hostedState, handedInState, choice);
  return (
    <SessionContext.Provider value={useMemo(() => ({ ...session, state }), [session, state])}>
      {children}
      {other && hostedState.kind === 'user' && (
        <Suspense>
          <SwitchQuestion
            signedIn={hostedState.user}
            other={other}
            onSwitch={() => setChoice('handedIn')}
            onStay={() => setChoice('hosted')}
            onConnect={connect}
          />
        </Suspense>
      )}
    </SessionContext.Provider>
  );
}

/** Ends the session of a hosted sign-in at our server, which then refuses its access tokens in every tab. Throws a CallFailure. */
async function endAtServer(tokens: AccessTokens): Promise<void> {
  const token = await tokens.present();
  if (token !== null) await send<typeof postSessionEnd>('POST /api/session/end', { body: {} }, token).catch(ignoreOver);
}

/** The sign-in accepts the person but our server does not. Redirecting to the sign-in page would only lead back here. */
const refusedState: SessionState = { status: 'failed', message: 'You are signed in, but we could not open your account. Try again in a minute.' };

function useHostedState(client: HostedClient): HostedState {
  const { user, orgHelper, impersonatorUserId, loading } = useAuthInfo();
  const failure = useSyncExternalStore(client.onFailureChange, client.failure);
  return useMemo(() => {
    // A person whose token could not be renewed stays signed in: calls fail with a message until renewal works.
    if (user) return { kind: 'user', user: hostedUser({ user, orgHelper, impersonatorUserId }) };
    if (failure) return { kind: 'failed', failure };
    return loading ? { kind: 'loading' } : { kind: 'nobody' };
  }, [user, orgHelper, impersonatorUserId, loading, failure]);
}

const noSubscription = () => () => undefined;

function useHandedInState(session: HandedInSession | null): HandedInState | null {
  return useSyncExternalStore(session?.onChange ?? noSubscription, session?.state ?? (() => null));
}

/** Returns the tokens of a handed-in session. A session that was refused twice is over, because nothing can renew it. */
const handedInTokens = (session: HandedInSession): AccessTokens => ({ present: session.accessToken, renewed: session.renewedToken, refused: session.end });
