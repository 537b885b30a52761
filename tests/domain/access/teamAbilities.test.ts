import { describe, expect, it } from 'vitest';
import { abilities, can } from '../../../server/domain/access/access.ts';
import { isClaimNewer } from '../../../server/domain/access/teamClaims.ts';
import { newReceiver } from '../../support/receiver.ts';

const account = newReceiver();
const as = (role: 'owner' | 'admin' | 'bookkeeper' | 'cardholder') => ({ receiverId: account.id, role, admin: false, support: false });

describe('what the roles of a team may do on their account', () => {
  it.each([
    [
      'admin',
      ['activate_card', 'download_reports', 'manage_cards', 'manage_team', 'pause_card', 'reopen_card', 'report_card_loss', 'request_card', 'view_account', 'view_cards'],
    ],
    ['bookkeeper', ['download_reports', 'report_card_loss', 'request_card', 'view_account', 'view_cards']],
    ['cardholder', ['activate_card', 'pause_card', 'report_card_loss', 'request_card', 'show_pan', 'view_cards']],
  ] as const)('%s', (role, expected) => {
    expect(abilities(as(role), account).toSorted()).toEqual(expected);
  });

  it.each(['admin', 'bookkeeper', 'cardholder'] as const)('an %s of one account may do nothing on another', (role) => {
    expect(abilities(as(role), newReceiver({ id: 'another' }))).toEqual([]);
  });

  it.each([
    ['owner', true, true],
    ['owner', false, true],
    ['admin', true, true],
    ['admin', false, false],
    ['bookkeeper', true, false],
    ['bookkeeper', false, false],
    ['cardholder', true, true],
    ['cardholder', false, false],
  ] as const)('%s who holds the card (%s) sees its number: %s', (role, holdsCard, expected) => {
    expect(can(as(role), 'show_pan', account, { holdsCard })).toBe(expected);
  });

  it('a cardholder reopens no card that was paused, and on a frozen account nobody', () => {
    expect(can(as('cardholder'), 'reopen_card', account, { holdsCard: true })).toBe(false);
    const frozen = newReceiver({ is_locked: true });
    for (const role of ['owner', 'admin', 'cardholder'] as const) {
      expect(can({ ...as(role), receiverId: frozen.id }, 'reopen_card', frozen)).toBe(false);
      expect(can({ ...as(role), receiverId: frozen.id }, 'activate_card', frozen)).toBe(false);
    }
  });
});

describe('what a token says of a membership', () => {
  it.each([
    ['2026-11-24T12:00:01.000Z', '2026-11-24T12:00:00.999Z', true],
    ['2026-11-24T12:00:01.000Z', '2026-11-24T12:00:01.000Z', false],
    ['2026-11-24T12:00:01.000Z', '2026-11-24T12:00:01.400Z', false],
    [null, '2026-11-24T12:00:00.000Z', false],
  ])('issued at %s counts after a decision at %s: %s', (issuedAt, decidedAt, expected) => {
    expect(isClaimNewer(issuedAt === null ? null : new Date(issuedAt), new Date(decidedAt))).toBe(expected);
  });
});
