import { inTransaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { findReceiver, receiversOfContactEmail } from '../../db/queries/findReceiver.ts';
import { firstUseOfToken, takeHandInToken } from '../../db/queries/handInTokens.ts';
import { renameReceiver } from '../../db/queries/newReceiver.ts';
import type { Receiver } from '../../db/rows.ts';
import { isPlaceholderEmail } from '../../domain/access/placeholderEmail.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import { Refused } from '../../providers/failure.ts';
import { callerOf } from '../access/caller.ts';
import { readMailLink } from '../contact/mailLinks.ts';
import type { CurrentProgram, Deps } from '../deps.ts';

/** How long the provider's own link is good, in hours: it is followed at once. */
const magicLinkHours = 1;

/** Names these links among the tokens that work once. */
const issuer = 'sign_in_mail';

/**
 * Queues a mail with a sign-in link for each account of the program that a store has opened and whose mails go to this
 * address; at most one a minute and account. Whether there is any cannot be told from outside.
 */
export async function requestSignInMail({ database, queue, clock }: Deps, program: CurrentProgram, email: string): Promise<void> {
  const minute = clock().toISOString().slice(0, 16);
  for (const { id } of await receiversOfContactEmail(database, program.key, email.trim().toLowerCase())) {
    await queue.send('send-letter', { receiver_id: id, kind: 'sign_in_link', about: minute }, { singletonKey: `${id}:sign_in_link:${minute}` });
  }
}

/**
 * Uses a sign-in link up, and returns the authentication provider's link that signs in to that very account, where its
 * owner can then set a password. Having read the mail confirms the address. Throws `not_found` for a link that is
 * unknown, expired or used, and when mails of the account have since gone to another address.
 */
export async function useSignInLink(deps: Deps, program: CurrentProgram, token: string): Promise<string> {
  const { database, clock } = deps;
  const link = readMailLink(deps, program, 'sign_in', token);
  const receiver = await findReceiver(database, link.receiver_id);
  if (!receiver || receiver.contact_email !== link.email) throw new DomainError('not_found');
  if (await firstUseOfToken(database, issuer, link.id)) throw new DomainError('not_found');
  const email = await giveOwnAddress(deps, program, receiver, link.email);
  const { url } = await deps.providers.authentication.createMagicLink(program, email, { redirectTo: `${program.siteUrl}/`, hours: magicLinkHours });
  // Only now, so that the link stays good while the provider does not answer. Of two who use it at once one gets an address.
  await inTransaction(database, async (transaction) => {
    const used = { issuer, jti: link.id, bound_to: null, used_at: clock(), expires_at: new Date(link.expires * 1_000) };
    if (!(await takeHandInToken(transaction, used))) throw new DomainError('not_found');
    await databaseOf(transaction, callerOf(receiver).scope).receiver.update({ data: { contact_email_confirmed_at: clock() } });
  });
  return url;
}

/**
 * Gives a user whom a platform made the address that they have confirmed, so that a password can be set for it. Where
 * somebody else signs in with that address, the user keeps the old one: an address never joins two accounts. Returns
 * the user's address.
 */
async function giveOwnAddress(deps: Deps, program: CurrentProgram, receiver: Receiver, email: string): Promise<string> {
  const { authentication } = deps.providers;
  if (!isPlaceholderEmail(receiver.email, program)) return receiver.email;
  if ((await authentication.findUserByEmail(program, email)) !== null) return receiver.email;
  const isGiven = await authentication.updateUserEmail(program, receiver.token, email).then(
    () => true,
    (failure: unknown) => {
      if (failure instanceof Refused) return false;
      throw failure;
    },
  );
  if (!isGiven) return receiver.email;
  await renameReceiver(deps.database, receiver, email);
  return email;
}
