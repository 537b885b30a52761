import { dayMs } from '../../../domain/basics/dates.ts';
import { confirmationDays } from '../../../domain/mail/mailAddressWords.ts';
import { makeMailLink } from '../../contact/mailLinks.ts';
import type { Deps } from '../../deps.ts';
import { type Letter, paragraph } from '../letter.ts';
import type { LetterContext } from '../letterContext.ts';

/** How long the link works, in milliseconds; the letter says it in words. */
const linkMs = confirmationDays * dayMs;

/** Asks the reader of an address to confirm it. `about` is the address and the minute in which it was given; nothing is sent once it is confirmed. */
export function confirmEmailLetter(deps: Deps, { receiver, program, about }: LetterContext): Letter | null {
  const [email = ''] = about.split(' ');
  if (receiver.contact_email === email && receiver.contact_email_confirmed_at !== null) return null;
  const token = makeMailLink(deps, program, 'confirm_email', { receiverId: receiver.id, email, expiresAt: new Date(deps.clock().getTime() + linkMs) });
  return {
    subject: `Confirm your email address for ${program.name}`,
    passages: [
      paragraph(`Somebody who runs a store with ${program.name} gave us ${email}. Confirm it, and mails about the account go to it.`),
      paragraph('The link works for seven days. Do nothing if this was not you.'),
    ],
    action: { label: 'Confirm this address', path: `/mails/confirm/${token}` },
  };
}
