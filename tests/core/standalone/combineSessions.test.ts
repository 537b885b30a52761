import { describe, expect, it } from 'vitest';
import { type Choice, combineSessions, type HostedState, needsNoQuestion, personToAskAbout } from '../../../standalone/session/combineSessions.ts';
import type { HandedInState } from '../../../standalone/session/handedInSession.ts';
import { type AuthenticatedUser, handedInUser } from '../../../standalone/session/user.ts';

const ana: AuthenticatedUser = { ...handedInUser({ userId: 'ana', email: 'ana@example.com' }), mfaEnabled: true };
const bo = handedInUser({ userId: 'bo', email: 'bo@example.com' });

const hosted = {
  loading: { kind: 'loading' },
  nobody: { kind: 'nobody' },
  ana: { kind: 'user', user: ana },
  failed: { kind: 'failed', failure: { status: 503, message: 'Unable to process authentication response' } },
} as const satisfies Record<string, HostedState>;

const handedIn = {
  none: null,
  exchanging: { kind: 'exchanging' },
  ana: { kind: 'open', user: handedInUser({ userId: 'ana', email: 'ana@example.com' }) },
  bo: { kind: 'open', user: bo },
  expired: { kind: 'expired' },
  failed: { kind: 'failed', message: 'We could not be reached.' },
} as const satisfies Record<string, HandedInState | null>;

type Row = [keyof typeof hosted, keyof typeof handedIn, Choice, unknown];

describe('the session of a page', () => {
  it.each<Row>([
    ['loading', 'none', 'undecided', { status: 'loading' }],
    ['nobody', 'none', 'undecided', { status: 'signedOut' }],
    ['ana', 'none', 'undecided', { status: 'signedIn', user: ana, from: 'hosted' }],
    ['failed', 'none', 'undecided', { status: 'failed', message: 'Unable to process authentication response' }],

    ['nobody', 'exchanging', 'undecided', { status: 'loading' }],
    ['ana', 'exchanging', 'undecided', { status: 'loading' }],
    ['nobody', 'expired', 'undecided', { status: 'expired' }],
    ['ana', 'expired', 'undecided', { status: 'expired' }],
    ['nobody', 'failed', 'undecided', { status: 'failed', message: 'We could not be reached.' }],

    ['loading', 'bo', 'undecided', { status: 'loading' }],
    ['nobody', 'bo', 'handedIn', { status: 'signedIn', user: bo, from: 'handedIn' }],
    ['failed', 'bo', 'handedIn', { status: 'signedIn', user: bo, from: 'handedIn' }],
    // Somebody else stays until they have said otherwise.
    ['ana', 'bo', 'undecided', { status: 'signedIn', user: ana, from: 'hosted' }],
    ['ana', 'bo', 'hosted', { status: 'signedIn', user: ana, from: 'hosted' }],
    ['ana', 'bo', 'handedIn', { status: 'signedIn', user: bo, from: 'handedIn' }],
    // The same person: the hosted sign-in knows more of them.
    ['ana', 'ana', 'handedIn', { status: 'signedIn', user: ana, from: 'handedIn' }],
    // A person who stayed and then signs out is signed out.
    ['nobody', 'bo', 'hosted', { status: 'signedOut' }],
    ['nobody', 'expired', 'hosted', { status: 'signedOut' }],
  ])('hosted %s, handed in %s, %s', (hostedKind, handedInKind, choice, expected) => {
    expect(combineSessions(hosted[hostedKind], handedIn[handedInKind], choice)).toEqual(expected);
  });

  it.each<[keyof typeof hosted, keyof typeof handedIn, 'asks' | 'goes on' | 'waits']>([
    ['ana', 'bo', 'asks'],
    ['ana', 'ana', 'goes on'],
    ['nobody', 'bo', 'goes on'],
    ['failed', 'bo', 'goes on'],
    ['loading', 'bo', 'waits'],
    ['ana', 'exchanging', 'waits'],
    ['ana', 'expired', 'waits'],
    ['ana', 'none', 'waits'],
  ])('with %s signed in, a hand-in of %s %s', (hostedKind, handedInKind, outcome) => {
    const asks = personToAskAbout(hosted[hostedKind], handedIn[handedInKind], 'undecided') !== null;
    const goesOn = needsNoQuestion(hosted[hostedKind], handedIn[handedInKind], 'undecided');
    expect({ asks, goesOn }).toEqual({ asks: outcome === 'asks', goesOn: outcome === 'goes on' });
  });

  it('asks once', () => {
    expect(personToAskAbout(hosted.ana, handedIn.bo, 'hosted')).toBeNull();
    expect(personToAskAbout(hosted.ana, handedIn.bo, 'handedIn')).toBeNull();
  });
});
