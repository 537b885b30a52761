import { isOnItsWay } from './card.ts';

/** Cards in the wallets of phones: when one can be added, and what both frontends say about it. */

export const walletKeys = ['apple_pay', 'google_pay'] as const;
export type WalletKey = (typeof walletKeys)[number];

export const walletNames: Readonly<Record<WalletKey, string>> = { apple_pay: 'Apple Pay', google_pay: 'Google Pay' };

interface CardForWallet {
  readonly state: string;
  readonly loss: string | null;
  /** Whether it is for any purchase: wallets take no card for one purchase or one merchant. */
  readonly isStandard: boolean;
  readonly holderName: string;
  /** The account is held, so that nobody reopens the card. */
  readonly isAccountHeld: boolean;
}

/**
 * Says why nobody can add a card to a wallet here, and what helps; null where its holder can. Only the holder does: a phone pays
 * without asking anybody else.
 * @param reader whether the reader holds the card, and whether their role may see its number.
 */
export function walletObstacle(
  { state, loss, isStandard, holderName, isAccountHeld }: CardForWallet,
  reader: { isHolder: boolean; maySeeNumber: boolean },
): string | null {
  if (loss !== null || state === 'CLOSED') return 'This card is closed, so phones can no longer pay with it.';
  if (!isStandard) return 'A card for one purchase or one merchant is for shops online: wallets do not take it.';
  if (!reader.isHolder) return `Only ${holderName} adds this card to a phone, because it is their card.`;
  if (!reader.maySeeNumber) return 'Your role looks at cards and does not pay with them. Ask the owner for another role.';
  if (isAccountHeld) return 'The account is on hold, so the card stays paused. Add it to your phone once that has ended.';
  if (isOnItsWay(state)) return 'The card can be added to a phone once you have it and have activated it.';
  if (state !== 'OPEN') return 'The card is paused. Reopen it, then add it to your phone.';
  return null;
}

/** How the issuer names the wallets that pages speak of. Any other name is a merchant's. */
const requestorKeys: Readonly<Record<string, WalletKey>> = { APPLE_PAY: 'apple_pay', GOOGLE_PAY: 'google_pay' };

const stateWords: Readonly<Record<string, string>> = {
  ACTIVE: 'Active',
  PAUSED: 'Paused by the wallet',
  PENDING_2FA: 'Waiting for the code that was sent to you',
  PENDING_ACTIVATION: 'Being added',
};

/** Describes a place where a card is stored: a wallet by its name, a merchant as the issuer names it, with the state in words. */
export function describeStored({ wallet, state }: { wallet: string; state: string }): { name: string; state: string } {
  const key = requestorKeys[wallet];
  return { name: key === undefined ? wallet : walletNames[key], state: stateWords[state] ?? 'Not active yet' };
}

/** Decides whether a card is in a wallet already, so that no button adds it there again. */
export function isStoredIn(wallet: WalletKey, stored: readonly { readonly wallet: string }[]): boolean {
  return stored.some((place) => requestorKeys[place.wallet] === wallet);
}

/**
 * Says why a wallet cannot be reached from a device, and what to do; null where its window may open. Apple's and Google's windows
 * ask by themselves which phone is meant, so that a computer can add to either.
 * @param userAgent how the browser names itself.
 */
export function deviceObstacle(wallet: WalletKey, userAgent: string): string | null {
  if (wallet === 'apple_pay' && /Android/.test(userAgent))
    return 'Apple Pay is not on this phone. Open this page on an iPhone, an iPad or a computer to add the card there.';
  if (wallet === 'google_pay' && /iPhone|iPad|iPod/.test(userAgent))
    return 'Google Pay is not on this phone. Open this page on an Android phone or a computer to add the card there.';
  return null;
}

/** How the adding of a card ended in the browser. */
export type WalletOutcome = 'added' | 'closed' | 'blocked' | 'not_loaded' | 'no_device' | 'unsupported' | 'busy' | 'refused';

/** Says how it ended, and what to do. */
export function describeOutcome(wallet: WalletKey, outcome: WalletOutcome): string {
  const name = walletNames[wallet];
  const texts: Readonly<Record<WalletOutcome, string>> = {
    added: `Added to ${name}. It is listed here as soon as the card issuer has told us.`,
    closed: `The window of ${name} was closed before the card was added. Press again to go on.`,
    blocked: `Your browser stopped the window of ${name}. Allow pop-ups for this site, then press again.`,
    not_loaded: `${name} could not be reached. Check your connection and whether something blocks it, then press again.`,
    no_device: `${name} found no phone of yours that pays at a till. Set it up on your phone, then press again.`,
    unsupported: `This browser cannot open ${name}. Use another one, or your phone.`,
    busy: `The window of ${name} is open already. Go on there.`,
    refused: `${name} did not take the card. Press again in a minute.`,
  };
  return texts[outcome];
}

export const walletTexts = {
  heading: 'On phones and at merchants',
  another: 'To add it to another device, open the wallet there and type the number shown here.',
  byHand: 'Or by hand: open the wallet on your phone, choose to add a card, and type the number shown here.',
  framed: 'Apple Pay and Google Pay open a window of their own, which your store’s admin does not let through. Add the card on the full site.',
  fullSite: 'Add it to a phone on the full site',
} as const;

/** The label of a wallet's button. */
export const addLabel = (wallet: WalletKey): string => `Add to ${walletNames[wallet]}`;
