import type { AuthFailure } from './authFailure.ts';
import type { HandedInState } from './handedInSession.ts';
import type { AuthenticatedUser } from './user.ts';

/** What the program's hosted sign-in says. */
export type HostedState = { kind: 'loading' } | { kind: 'nobody' } | { kind: 'user'; user: AuthenticatedUser } | { kind: 'failed'; failure: AuthFailure };

/** Which of two people goes on in this tab; undecided while they have to be asked. */
export type Choice = 'undecided' | 'hosted' | 'handedIn';

export type SessionState =
  | { status: 'loading' }
  | { status: 'signedOut' }
  /** `from` says whose access token calls are made with. */
  | { status: 'signedIn'; user: AuthenticatedUser; from: 'hosted' | 'handedIn' }
  /** The session that was handed in is not good any more. */
  | { status: 'expired' }
  /** It is not known who is there. */
  | { status: 'failed'; message: string };

/** The session of the page, from the hosted one and the one that was handed in, if any. */
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
      if (choice === 'handedIn') return { status: 'signedIn', user: fullest(hosted, handedIn.user), from: 'handedIn' };
      // Whoever is signed in stays until they have said otherwise.
      return hosted.kind === 'user' ? hostedSession(hosted) : { status: 'loading' };
  }
}

/** The one to switch to, when somebody else is signed in and has to be asked. */
export function personToAskAbout(hosted: HostedState, handedIn: HandedInState | null, choice: Choice): AuthenticatedUser | null {
  if (choice !== 'undecided' || handedIn?.kind !== 'open') return null;
  return hosted.kind === 'user' && hosted.user.userId !== handedIn.user.userId ? handedIn.user : null;
}

/** A hand-in goes on without a question when nobody is signed in, or the same person. A hosted sign-in that cannot be reached is nobody's. */
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

/** The hosted sign-in knows more of the same person. */
function fullest(hosted: HostedState, user: AuthenticatedUser): AuthenticatedUser {
  return hosted.kind === 'user' && hosted.user.userId === user.userId ? hosted.user : user;
}
