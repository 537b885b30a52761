import { Prisma } from '../../db/client.ts';
import type { Receiver } from '../../db/generated/client.ts';
import { readSignedIn, type SignedInReceiver } from '../../db/queries/receiver.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import type { SignedInUser } from '../../providers/ports/authentication.ts';
import type { CurrentProgram, Deps } from '../deps.ts';

/** How a receiver came in the first time: directly, or handed in by a platform under its stable id. */
export interface FirstVisit {
  platform: 'direct' | 'shopify' | 'bigcommerce' | 'jwt';
  externalId: string | null;
}

const direct: FirstVisit = { platform: 'direct', externalId: null };

/** Of a user at the authentication provider, what a receiver starts with. */
type NewReceiver = Pick<SignedInUser, 'userId' | 'email' | 'firstName' | 'lastName'>;

const isTaken = (error: unknown) => error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002';

/** Makes the receiver of a user, or finds the one that another request has just made. */
export async function createReceiver(deps: Deps, program: CurrentProgram, user: NewReceiver, visit: FirstVisit): Promise<Receiver> {
  try {
    return await deps.database.receiver.create({
      data: {
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
      },
    });
  } catch (error) {
    if (!isTaken(error)) throw error;
    // Two first requests at once: the other one has made it. Otherwise the e-mail belongs to an older sign-in.
    const made = await deps.database.receiver.findUnique({ where: { token: user.userId } });
    if (made) return made;
    throw new DomainError('forbidden', { reason: 'Another account of this program has your e-mail address. Ask support to join the two.' });
  }
}

/**
 * The receiver of a signed-in person, made on the first call with the program of the host it came in by. A receiver
 * that was handed in is marked as soon as its owner signs in directly.
 */
export async function findOrCreateReceiver(deps: Deps, program: CurrentProgram, user: SignedInUser): Promise<SignedInReceiver> {
  const known = await readSignedIn(deps.database, user.userId);
  if (!known) return { receiver: await createReceiver(deps, program, user, direct), isUninstalled: false };
  if (known.receiver.first_direct_sign_in_at !== null || user.isHandedIn) return known;
  return {
    ...known,
    receiver: await deps.database.receiver.update({ where: { id: known.receiver.id }, data: { first_direct_sign_in_at: deps.clock() } }),
  };
}
