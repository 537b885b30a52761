import { dayMs, hourMs } from '../basics/dates.ts';

/** How many invitations go out: a mail in our name to anybody's mailbox. */
export const invitationLimits = {
  /** In all, before the business of the account is verified. */
  unverified: 3,
  /** Of an account in 24 hours. */
  accountADay: 50,
  /** To a mailbox in 24 hours, of all accounts. */
  mailboxADay: 3,
} as const;

/** Says why an account sends no more invitations before its business is verified, and what to do. */
export const unverifiedRefusal = 'Until your business is verified, you can send three invitations in total. Finish the verification to invite more people.';

/** `in 5 hours`, rounded up. */
function inHours(ms: number): string {
  const hours = Math.max(1, Math.ceil(ms / hourMs));
  return `in ${hours} ${hours === 1 ? 'hour' : 'hours'}`;
}

/** Says why an account sends no more invitations today, and when it may go on. */
export const accountRefusal = (waitMs: number): string =>
  `Your account has sent ${invitationLimits.accountADay} invitations in the last 24 hours. Send more ${inHours(waitMs)}.`;

/** Says why a mailbox gets no more invitations today, and when it may. */
export const mailboxRefusal = (waitMs: number): string => `This address has got three invitations in the last 24 hours. Invite it again ${inHours(waitMs)}.`;

/**
 * Returns how long, in milliseconds, an account must wait for its next invitation; 0 when it need not.
 * @param sentAt when it sent its invitations, the newest first.
 */
export function waitOfAccount(sentAt: readonly Date[], now: Date): number {
  const oldest = sentAt[invitationLimits.accountADay - 1];
  return oldest === undefined ? 0 : Math.max(0, oldest.getTime() + dayMs - now.getTime());
}
