import { hourMs } from '../basics/dates.ts';

/** A card's number in a wallet, with the issuer's name of the wallet. */
interface WalletEntry {
  readonly wallet: string;
  readonly createdAt: Date;
}

/** The data that a holder's browser was handed to add the card to a wallet. */
export interface WalletOffer {
  readonly wallet: string;
  readonly at: Date;
}

/** How long, in milliseconds, a wallet may take to use what it was handed. */
const offerLifeMs = hourMs;

/**
 * Decides whether the person who made an entry has had their entries ended since. The issuer does not name them: an entry by the button
 * is of the card's holder when its data was handed out, one by a typed number is of the holder when the entry was made.
 * @param endedAt until when the entries of the card have ended.
 */
export function isEntryOver({ wallet, createdAt }: WalletEntry, endedAt: Date, offers: readonly WalletOffer[]): boolean {
  const used = offers
    .filter((offer) => offer.wallet === wallet && offer.at <= createdAt && createdAt.getTime() - offer.at.getTime() <= offerLifeMs)
    .map(({ at }) => at.getTime());
  return Math.max(...(used.length > 0 ? used : [createdAt.getTime()])) <= endedAt.getTime();
}
