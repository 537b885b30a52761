import { debitTexts } from '../bank/debitTexts.ts';
import type { Way } from '../basics/way.ts';

/** The remedies of a declined purchase, and where they are found: the same pages in both frontends. */

/**
 * The one thing that helps. `pay_now` to `release` act at once where they can; `raise` lifts the card's control until tonight; the
 * others lead to where the merchant goes on. `support` needs our team, and with `none` the reason says who mends it and by when.
 */
export const remedies = [
  'pay_now',
  'relink',
  'authorize',
  'reopen',
  'release',
  'raise',
  'activate',
  'card_details',
  'billing_address',
  'card_limits',
  'replacement',
  'other_card',
  'raise_limit',
  'support',
  'none',
] as const;
export type Remedy = (typeof remedies)[number];

/** The page of the card that was declined. */
const ofCard = '/cards/:card';

export const declineWays: Readonly<Record<Exclude<Remedy, 'support' | 'none'>, Way>> = {
  pay_now: { label: 'Pay now', path: '/payments' },
  relink: { label: 'Sign in to your bank', path: '/settings#bank' },
  authorize: { label: debitTexts.authorize, path: '/settings#bank' },
  reopen: { label: 'Open the card', path: ofCard },
  release: { label: 'Open the card', path: ofCard },
  raise: { label: 'See the card’s controls', path: ofCard },
  activate: { label: 'Activate the card', path: ofCard },
  card_details: { label: 'See the card’s details', path: ofCard },
  billing_address: { label: 'See the billing address', path: `${ofCard}#billing_address` },
  card_limits: { label: 'See the card’s limits', path: ofCard },
  replacement: { label: 'Find the new card', path: ofCard },
  other_card: { label: 'See your cards', path: '/cards' },
  raise_limit: { label: 'See what raises your limit', path: '/insights' },
};

/** Returns the address of a way for the card that was declined; null on that card's own page, where it would lead nowhere else. */
export function pathOfWay({ path }: Way, { card, cardOfPage }: { readonly card: string; readonly cardOfPage: string | undefined }): string | null {
  return path === ofCard && card === cardOfPage ? null : path.replace(':card', card);
}
