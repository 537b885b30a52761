import { describe, expect, it } from 'vitest';
import { describeStored, deviceObstacle, isStoredIn, walletObstacle } from '../../../server/domain/card/walletWords.ts';

const agents = {
  iPhone: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  Android: 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36',
  Mac: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
  Windows: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36',
};

describe('a card for a wallet', () => {
  const open = { state: 'OPEN', loss: null, isStandard: true, holderName: 'Mia Chen', isAccountHeld: false };
  const holder = { isHolder: true, maySeeNumber: true };

  it('is added by its holder while it is open', () => {
    expect(walletObstacle(open, holder)).toBeNull();
  });

  it.each([
    ['lost', { ...open, loss: 'lost' }, holder, /^This card is closed/],
    ['closed', { ...open, state: 'CLOSED' }, holder, /^This card is closed/],
    ['paused', { ...open, state: 'PAUSED' }, holder, /Reopen it/],
    ['paused with its account', { ...open, state: 'PAUSED', isAccountHeld: true }, holder, /^The account is on hold, so the card stays paused/],
    ['ordered', { ...open, state: 'PENDING_FULFILLMENT' }, holder, /once you have it and have activated it/],
    ['mailed', { ...open, state: 'PENDING_ACTIVATION' }, holder, /once you have it and have activated it/],
    ['for one merchant', { ...open, isStandard: false }, holder, /wallets do not take it/],
    ['somebody else’s', open, { isHolder: false, maySeeNumber: true }, /^Only Mia Chen adds this card/],
    ['a bookkeeper’s', open, { isHolder: true, maySeeNumber: false }, /Ask the owner for another role/],
  ])('that is %s is not, and says why', (_, card, reader, reason) => {
    expect(walletObstacle(card, reader)).toMatch(reason);
  });
});

describe('a device', () => {
  it('has the wallets of its maker alone; a computer adds to either’s phone', () => {
    const open = Object.entries(agents).map(([device, agent]) => [
      device,
      (['apple_pay', 'google_pay'] as const).filter((wallet) => deviceObstacle(wallet, agent) === null),
    ]);
    expect(Object.fromEntries(open)).toEqual({
      iPhone: ['apple_pay'],
      Android: ['google_pay'],
      Mac: ['apple_pay', 'google_pay'],
      Windows: ['apple_pay', 'google_pay'],
    });
  });
});

describe('a stored card', () => {
  it('is named by its wallet or merchant, with its state in words', () => {
    expect(describeStored({ wallet: 'APPLE_PAY', state: 'ACTIVE' })).toEqual({ name: 'Apple Pay', state: 'Active' });
    expect(describeStored({ wallet: 'GOOGLE_PAY', state: 'PENDING_2FA' })).toEqual({ name: 'Google Pay', state: 'Waiting for the code that was sent to you' });
    expect(describeStored({ wallet: 'NIMBUS HOSTING', state: 'UNKNOWN' })).toEqual({ name: 'NIMBUS HOSTING', state: 'Not active yet' });
    expect(isStoredIn('apple_pay', [{ wallet: 'NIMBUS HOSTING' }, { wallet: 'APPLE_PAY' }])).toBe(true);
    expect(isStoredIn('google_pay', [{ wallet: 'APPLE_PAY' }])).toBe(false);
  });
});
