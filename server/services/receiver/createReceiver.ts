import { findReceiverOfUser } from '../../db/queries/findReceiver.ts';
import { addReceiver, recordDirectSignIn } from '../../db/queries/newReceiver.ts';
import { noMarks, type SignedInReceiver } from '../../db/queries/signedInReceiver.ts';
import type { Receiver } from '../../db/rows.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import type { SignedInUser } from '../../providers/ports/authentication.ts';
import type { CurrentProgram, Deps } from '../deps.ts';

/** How a receiver first arrived: directly, or handed in by a platform under its stable id. */
export interface FirstVisit {
  platform: 'direct' | 'shopify' | 'bigcommerce' | 'jwt';
  externalId: string | null;
}

const direct: FirstVisit = { platform: 'direct', externalId: null };

/** The fields of a user at the authentication provider that a new receiver starts with. */
type NewReceiver = Pick<SignedInUser, 'userId' | 'email' | 'firstName' | 'lastName'>;

/** Creates the receiver of a user, or returns the one that a concurrent request has just created. */
export async function createReceiver(deps: Deps, program: CurrentProgram, user: NewReceiver, visit: FirstVisit): Promise<Receiver> {
  const added = await addReceiver(deps.database, {
    token: user.userId,
    email: user.email.toLowerCase(),
    whitelabel: program.key,
    origin_platform: visit.platform,
    origin_id: visit.externalId,
    first_name: user.firstName,
    last_name: user.lastName,
    initial_spend_limit: program.rates.initialSpendLimitCents,
    net_terms: program.netTerms.days,
    net_terms_type: program.netTerms.type,
    first_direct_sign_in_at: visit.platform === 'direct' ? deps.clock() : null,
  });
  // A concurrent first request may have created it. Otherwise the email belongs to an older sign-in.
  const made = added ?? (await findReceiverOfUser(deps.database, user.userId));
  if (made) return made;
  throw new DomainError('forbidden', { reason: 'Another account of this program has your email address. Ask support to join the two.' });
}

/**
 * Returns the receiver of a person who signed in directly; the first call creates it, in the program of the host that was
 * called. Marks a handed-in receiver as soon as its owner signs in directly. `known` is the receiver as it was read.
 */
export async function signedInDirectly(deps: Deps, program: CurrentProgram, user: SignedInUser, known: SignedInReceiver | null): Promise<SignedInReceiver> {
  if (!known) return { receiver: await createReceiver(deps, program, user, direct), isUninstalled: false, signIn: noMarks };
  if (known.receiver.first_direct_sign_in_at !== null) return known;
  return { ...known, receiver: await recordDirectSignIn(deps.database, known.receiver, deps.clock()) };
}
