import { hourMs } from '../../../domain/basics/dates.ts';
import { makeMailLink } from '../../contact/mailLinks.ts';
import type { Deps } from '../../deps.ts';
import { mailAddressOf } from '../../receiver/mailAddress.ts';
import { type Letter, paragraph } from '../letter.ts';
import type { LetterContext } from '../letterContext.ts';

/** How long the link works, in milliseconds; the letter says it in words. */
const linkMs = hourMs;

/** Sends a link that signs in to an account that a store opened. `about` is the minute in which it was asked for. */
export function signInLinkLetter(deps: Deps, { receiver, program }: LetterContext): Letter | null {
  const email = mailAddressOf(receiver);
  if (email === null) return null;
  const token = makeMailLink(deps, program, 'sign_in', { receiverId: receiver.id, email, expiresAt: new Date(deps.clock().getTime() + linkMs) });
  return {
    subject: `Sign in to ${program.name}`,
    passages: [
      paragraph(
        `This link signs you in to the account that your store opened. Set a password there, and you can sign in at any time, with the app or without it.`,
      ),
      paragraph('It works once, within an hour. Do nothing if you did not ask for it.'),
    ],
    action: { label: 'Sign in', path: `/mails/sign_in/${token}` },
  };
}
