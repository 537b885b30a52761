import { inTransaction } from '../../db/database.ts';
import { assignStore } from '../../db/queries/controlPanel.ts';
import { findReceiver } from '../../db/queries/findReceiver.ts';
import { firstUseOfToken, takeHandInToken } from '../../db/queries/handInTokens.ts';
import { lockReceiver } from '../../db/queries/lockReceiver.ts';
import { addPlatformAccount, findPlatformAccount } from '../../db/queries/platformAccounts.ts';
import type { Receiver } from '../../db/rows.ts';
import { handOverType } from '../../domain/access/handIn.ts';
import { placeholderEmail } from '../../domain/access/placeholderEmail.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import { storeIdentities } from '../../domain/receiver/claims.ts';
import { Refused } from '../../providers/failure.ts';
import type { AuthUser } from '../../providers/ports/authentication.ts';
import type { Origin } from '../access/auditEntry.ts';
import { callerOf } from '../access/caller.ts';
import { takeOwnersEmail } from '../contact/contactEmail.ts';
import type { CurrentProgram, Deps } from '../deps.ts';
import { claimIdentities } from '../identities/claimIdentities.ts';
import { createReceiver } from '../receiver/createReceiver.ts';
import { mailAddressOf } from '../receiver/mailAddress.ts';
import { queuePanelReading } from '../store/bigcommerce/panelAccounts.ts';
import { syncAccount } from '../store/shopify/shopAccounts.ts';
import { type PlatformPerson, startHandedInSession } from './handedInSession.ts';
import { takeHandOverCode } from './handOver.ts';
import { type HandedInIdentity, type HandedInSession, verifyHandedInSession } from './identity.ts';
import { placeOf } from './placeOf.ts';

/**
 * Marks a token's id as used, unless it may be shown while it lives. Throws `unauthenticated` when it was used before; if
 * the platform's page sends the same token again on reload, only when it was used from another place.
 */
async function takeTokenId({ database, clock }: Deps, { issuer, tokenId, expiresAt, shown }: HandedInIdentity, origin: Origin): Promise<void> {
  if (shown === 'while_it_lives') return;
  const bound_to = shown === 'again_from_its_place' ? placeOf(origin) : null;
  const isFirst = await takeHandInToken(database, { issuer, jti: tokenId, bound_to, used_at: clock(), expires_at: expiresAt });
  if (isFirst) return;
  const first = bound_to === null ? null : await firstUseOfToken(database, issuer, tokenId);
  if (first?.bound_to !== bound_to || bound_to === null) throw new DomainError('unauthenticated');
}

/** Stored with the user at the authentication provider, so that a retry after an interrupted first visit finds the user again. */
const properties = (identity: HandedInIdentity) => ({ platform: identity.platform, platform_id: identity.externalId });

const isOurs = (user: AuthUser | null, identity: HandedInIdentity): user is AuthUser =>
  user !== null && user.properties.platform === identity.platform && user.properties.platform_id === identity.externalId;

/**
 * Creates the user at the authentication provider, or finds the one that an interrupted first visit created. An
 * existing user with the same email counts as another person until its owner connects the two: an email alone never
 * joins two accounts.
 */
async function ensureUser(
  { providers: { authentication } }: Deps,
  program: CurrentProgram,
  identity: HandedInIdentity,
): Promise<{ userId: string; email: string }> {
  const candidates = [...(identity.email === null ? [] : [identity.email.toLowerCase()]), placeholderEmail(identity, program)];
  for (const email of candidates) {
    const existing = await authentication.findUserByEmail(program, email);
    if (isOurs(existing, identity)) return { userId: existing.userId, email };
    if (existing) continue;
    try {
      const { userId } = await authentication.createUser(program, {
        email,
        firstName: identity.firstName,
        lastName: identity.lastName,
        properties: properties(identity),
      });
      return { userId, email };
    } catch (failure) {
      // The user was created by a concurrent first visit.
      const made = failure instanceof Refused ? await authentication.findUserByEmail(program, email) : null;
      if (isOurs(made, identity)) return { userId: made.userId, email };
      if (!(failure instanceof Refused)) throw failure;
    }
  }
  throw new DomainError('forbidden', { reason: 'Another account has this address. Sign in to it and connect the store there.' });
}

/** Returns the receiver of the platform's id, created on its first visit. */
async function receiverOf(deps: Deps, program: CurrentProgram, identity: HandedInIdentity): Promise<Receiver> {
  const platform = `${program.key}:${identity.platform}`;
  const known = await findPlatformAccount(deps.database, platform, identity.externalId);
  if (known) {
    if (known.uninstalled_at !== null) throw new DomainError('unauthenticated');
    const receiver = await findReceiver(deps.database, known.receiver_id);
    if (!receiver) throw new Error('the receiver of a store does not exist');
    // Support may have reopened the store's step.
    if (identity.platform === 'shopify' && receiver.rutter_access_token === null) await syncAccount(deps, known);
    return receiver;
  }
  const { userId, email } = await ensureUser(deps, program, identity);
  const receiver = await createReceiver(
    deps,
    program,
    { userId, email, firstName: identity.firstName, lastName: identity.lastName },
    { platform: identity.platform, externalId: identity.externalId },
  );
  await addPlatformAccount(deps.database, {
    platform,
    external_id: identity.externalId,
    receiver_id: receiver.id,
    display_name: identity.displayName,
    linked_by: 'first_hand_in',
    linked_at: deps.clock(),
  });
  if (identity.platform === 'shopify') await syncAccount(deps, { receiver_id: receiver.id, external_id: identity.externalId });
  return receiver;
}

/**
 * Stores in the record which control-panel store opens it. A store that backs another account is flagged and not refused,
 * because its owner joins the two only after it was handed in.
 */
async function assignStoreHash(deps: Deps, receiver: Receiver, { platform, externalId }: HandedInIdentity): Promise<Receiver> {
  if (platform !== 'bigcommerce' || receiver.bigcommerce_store_hash === externalId) return receiver;
  return inTransaction(deps.database, async (transaction) => {
    const scope = callerOf(receiver).scope;
    await lockReceiver(transaction, scope);
    const identities = storeIdentities({ platform, domain: externalId, connectionId: null });
    await claimIdentities(deps, transaction, scope, { kind: 'store', identities, rule: 'flag' });
    return assignStore(transaction, externalId, receiver);
  });
}

/**
 * Exchanges a session that a platform handed in for an access token of the program whose host was called. The first visit creates
 * the user at the authentication provider and the receiver. A code of our own that a platform's frame asked for is exchanged
 * likewise. Throws `unauthenticated` for a session or a code that is invalid or was used before; `origin` is where the request came
 * from, and `admit` refuses a verified person who comes too often.
 */
export async function exchangeSession(deps: Deps, program: CurrentProgram, session: HandedInSession, origin: Origin, admit: (person: string) => Promise<void>) {
  if ('session' in session && session.auth_type === handOverType) {
    const { receiver, person, endsAt } = await takeHandOverCode(deps, program, session.session, origin);
    return answerFor(receiver, await startHandedInSession(deps, program, receiver, person, endsAt));
  }
  const identity = await verifyHandedInSession(deps, session);
  await admit(`${identity.platform} ${identity.externalId} ${identity.platformUserId}`);
  await takeTokenId(deps, identity, origin);
  const receiver = await takeOwnersEmail(deps, await assignStoreHash(deps, await receiverOf(deps, program, identity), identity), identity.ownersEmail);
  if (identity.platform === 'bigcommerce' && receiver.rutter_access_token === null)
    await queuePanelReading(deps, { receiver_id: receiver.id, store_hash: identity.externalId }, {});
  return answerFor(receiver, await startHandedInSession(deps, program, receiver, { ...identity, ofStore: storeOf(identity) }));
}

/** Returns the store that handed a person in; null for an issuer of our own, which hands in whole businesses. */
function storeOf({ platform, externalId: store }: HandedInIdentity): PlatformPerson['ofStore'] {
  return platform === 'jwt' ? null : { platform, store };
}

function answerFor(receiver: Receiver, accessToken: string) {
  return {
    access_token: accessToken,
    propel_auth_user: { userId: receiver.token, email: mailAddressOf(receiver) ?? '', firstName: receiver.first_name, lastName: receiver.last_name },
  };
}
