import type { Receiver } from '../../db/rows.ts';
import { isPlaceholderEmail } from '../../domain/access/placeholderEmail.ts';
import { programOf } from './programOf.ts';

type Addressee = Pick<Receiver, 'email' | 'contact_email' | 'contact_email_confirmed_at' | 'whitelabel'>;

/** Returns the address to which mails to a receiver go; null where nobody has given one, since no mail goes to a placeholder. */
export function mailAddressOf(receiver: Addressee): string | null {
  return receiver.contact_email ?? (isPlaceholderEmail(receiver.email, programOf(receiver)) ? null : receiver.email);
}

/** Decides whether the person who reads the address has confirmed it, by a link or by signing up with it. Mails about obligations go there either way, news do not. */
export function isMailAddressConfirmed({ contact_email, contact_email_confirmed_at }: Addressee): boolean {
  return contact_email === null || contact_email_confirmed_at !== null;
}
