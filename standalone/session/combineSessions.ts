import type { AuthFailure } from './authFailure.ts';
import type { HandedInState } from './handedInSession.ts';
import type { AuthenticatedUser } from './user.ts';

/** The state of the program's hosted sign-in. */
export type HostedState = { kind: 'loading' } | { kind: 'nobody' } | { kind: 'user'; user: AuthenticatedUser } | { kind: 'failed'; failure: AuthFailure };

/** The session used in this tab; undecided until the person is asked. */
export type Choice = 'undecided' | 'hosted' | 'handedIn';

export type SessionState =
  | { status: 'loading' }
  | { status: 'signedOut' }
  /** `from` names the session whose access token calls carry. */
  | { status: 'signedIn'; user: AuthenticatedUser; from: 'hosted' | 'handedIn' }
  /** The handed-in session is no longer valid. */
  | { status: 'expired' }
  /** The visitor could not be identified. */
  | { status: 'failed'; message: string };

/** Returns the page's session, combined from the hosted session and the handed-in one, if any. */
export function combineSessions(hosted: HostedState, handedIn: HandedInState | null, choice: Choice): SessionState {
  if (handedIn === null || choice === 'hosted') return hostedSession(hosted);
  switch (handedIn.kind) {
    case 'exchanging':
      return { status: 'loading' };
    case 'expired':
      return { status: 'expired' };
    case 'failed':
      return { status: 'failed', message: handedIn.message };
    case 'open':
      if (choice === 'handedIn') return { status: 'signedIn', user: preferHosted(hosted, handedIn.user), from: 'handedIn' };
      // The person signed in stays until they choose otherwise.
      return hosted.kind === 'user' ? hostedSession(hosted) : { status: 'loading' };
  }
}

/** Returns the handed-in person when somebody else is signed in and must be asked whether to switch; else null. */
export function personToAskAbout(hosted: HostedState, handedIn: HandedInState | null, choice: Choice): AuthenticatedUser | null {
  if (choice !== 'undecided' || handedIn?.kind !== 'open') return null;
  return hosted.kind === 'user' && hosted.user.userId !== handedIn.user.userId ? handedIn.user : null;
}

/** Decides whether a hand-in needs no question: nobody else is signed in. An unreachable hosted sign-in counts as nobody. */
export function needsNoQuestion(hosted: HostedState, handedIn: HandedInState | null, choice: Choice): boolean {
  return choice === 'undecided' && handedIn?.kind === 'open' && hosted.kind !== 'loading' && personToAskAbout(hosted, handedIn, choice) === null;
}

function hostedSession(hosted: HostedState): SessionState {
  switch (hosted.kind) {
    case 'loading':
      return { status: 'loading' };
    case 'nobody':
      return { status: 'signedOut' };
    case 'failed':
      return { status: 'failed', message: hosted.failure.message };
    case 'user':
      return { status: 'signedIn', user: hosted.user, from: 'hosted' };
  }
}

/** Returns the hosted user when it is the same person, because the hosted sign-in knows more about them. */
function preferHosted(hosted: HostedState, user: AuthenticatedUser): AuthenticatedUser {
  return hosted.kind === 'user' && hosted.user.userId === user.userId ? hosted.user : user;
}
