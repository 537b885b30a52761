import { formatShortDate } from '../basics/dateFormats.ts';
import { type IsoDate, utcDate } from '../basics/dates.ts';
import { describeDue } from '../basics/describeDue.ts';

interface SignedInBank {
  readonly health: string;
  readonly institution_name: string | null;
  readonly consent_expires_at: string | null;
}

/** Returns the words that announce the end of the sign-in at a bank; null while it is not near. */
export function signInEndsWords({ health, institution_name, consent_expires_at }: SignedInBank, today: IsoDate): { title: string; text: string } | null {
  if (health !== 'expiring') return null;
  const ends = consent_expires_at && new Date(consent_expires_at);
  const when = ends ? ` on ${formatShortDate(ends, 'UTC')}, ${describeDue(utcDate(ends), today)}` : ' soon';
  return {
    title: `Your sign-in at ${institution_name ?? 'your bank'} ends${when}`,
    text: 'Sign in again before then: your card keeps working and nobody has to ask you twice.',
  };
}
