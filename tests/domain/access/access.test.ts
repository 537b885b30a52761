import { describe, expect, it } from 'vitest';
import {
  type Action,
  abilities,
  type Caller,
  can,
  isDebugOn,
  isMasqueradeOver,
  masqueradeEnd,
  masqueradeTarget,
} from '../../../server/domain/access/access.ts';
import { newReceiver } from '../../support/receiver.ts';

const customer = newReceiver();
const asCaller = (different: Partial<Caller> = {}): Caller => ({ receiverId: 'another', role: 'owner', admin: false, support: false, ...different });
const owner = asCaller({ receiverId: customer.id });
const otherMerchant = asCaller();
const support = asCaller({ support: true });
const admin = asCaller({ admin: true });
const both = asCaller({ admin: true, support: true });

const merchantsOwn: Action[] = [
  'accept_agreement',
  'submit_kyb',
  'show_pan',
  'activate_card',
  'pay_now',
  'authorize_debits',
  'request_payout',
  'dismiss_first_steps',
  'manage_cards',
  'request_card',
  'manage_team',
];
const shared: Action[] = [
  'view_account',
  'view_cards',
  'update_account',
  'download_reports',
  'pause_card',
  'reopen_card',
  'issue_card',
  'connect_store',
  'report_card_loss',
  'add_receivables',
];
const staffs: Action[] = ['find_customers', 'masquerade', 'read_audit', 'write_note', 'replay_event'];
const admins: Action[] = [
  'link_bank',
  'lock_account',
  'unlock_account',
  'reset_kyb',
  'override_rutter',
  'reset_ein',
  'reset_onboarding',
  'update_bank',
  'reset_card',
  'reset_bank',
  'download_repayment_csv',
  'override_spending_power',
  'set_account_terms',
  'add_manual_row',
  'clear_identity',
  'close_account',
];

describe.each<[string, Caller | null, Action[]]>([
  ['nobody signed in', null, []],
  ['the merchant', owner, [...shared, ...merchantsOwn, 'link_bank']],
  ['another merchant', otherMerchant, []],
  ['support', support, [...shared, ...staffs, 'mark_as_fraud']],
  ['admin', admin, [...shared, ...staffs, ...admins]],
  ['admin and support', both, [...shared, ...staffs, ...admins, 'mark_as_fraud']],
])('%s', (_, caller, allowed) => {
  it.each<Action>([...shared, ...merchantsOwn, ...staffs, ...admins, 'mark_as_fraud'])('%s', (action) => {
    expect(can(caller, action, customer)).toBe(allowed.includes(action));
  });

  it('has exactly these abilities', () => {
    expect(new Set(abilities(caller, customer))).toEqual(new Set(allowed));
  });
});

describe('Mark as Fraud by the override', () => {
  it.each([
    ['admin', admin, true],
    ['support', support, true],
    ['the merchant', owner, false],
    ['another merchant', otherMerchant, false],
    ['nobody signed in', null, false],
  ])('%s: %s', (_, caller, allowed) => {
    expect(can(caller, 'mark_as_fraud', customer, { overrideFraud: true })).toBe(allowed);
  });

  it('grants nothing else', () => {
    const without = abilities(admin, customer);
    expect(abilities(admin, customer, { overrideFraud: true }).filter((action) => !without.includes(action))).toEqual(['mark_as_fraud']);
  });
});

describe('a frozen account', () => {
  it.each(['is_locked', 'is_fraud', 'is_black_listed'] as const)('with %s no one opens or issues a card, but it can be paused', (flag) => {
    const frozen = newReceiver({ [flag]: true });
    for (const caller of [owner, support, both]) {
      expect(can(caller, 'reopen_card', frozen)).toBe(false);
      expect(can(caller, 'issue_card', frozen)).toBe(false);
      expect(can(caller, 'pause_card', frozen)).toBe(true);
    }
  });
});

it('staff are merchants like others on their own account, and masquerade as nobody there', () => {
  const own = newReceiver({ id: 'another', admin: true });
  expect(can(admin, 'accept_agreement', own)).toBe(true);
  expect(can(admin, 'show_pan', own)).toBe(true);
  expect(can(admin, 'masquerade', own)).toBe(false);
});

describe('staff on their own account', () => {
  const own = newReceiver({ id: 'another', admin: true, support: true });
  const effects: Action[] = [
    ...admins.filter((action) => action !== 'link_bank'),
    'mark_as_fraud',
    'add_receivables',
    'masquerade',
    'write_note',
    'replay_event',
  ];
  it.each(effects)('%s is refused, whatever the role', (action) => {
    for (const caller of [support, admin, both]) expect(can(caller, action, own, { overrideFraud: true })).toBe(false);
  });

  it('have the rights of a merchant, and may read', () => {
    expect(new Set(abilities(both, own))).toEqual(
      new Set([...shared.filter((action) => action !== 'add_receivables'), ...merchantsOwn, 'link_bank', 'find_customers', 'read_audit']),
    );
  });
});

describe('masquerade', () => {
  it.each([
    ['admin', { admin: true, support: false }, 'ana@example.com'],
    ['support', { admin: false, support: true }, 'ana@example.com'],
    ['a merchant', { admin: false, support: false }, null],
    ['nobody signed in', null, null],
  ])('%s', (_, loggedIn, target) => {
    expect(masqueradeTarget(loggedIn, 'ana@example.com')).toBe(target);
    expect(masqueradeTarget(loggedIn, null)).toBeNull();
  });

  it.each([
    ['2026-11-21T10:59:59.999Z', false],
    ['2026-11-21T11:00:00.000Z', true],
    ['2026-11-22T10:00:00.000Z', true],
  ])('begun at 10:00, is it over at %s? %s', (now, over) => {
    expect(isMasqueradeOver(masqueradeEnd(new Date('2026-11-21T10:00:00Z')), new Date(now))).toBe(over);
  });
});

it.each([
  [{ loggedIn: { admin: true, support: false }, isMasquerading: true, debug: false }, true],
  [{ loggedIn: { admin: false, support: true }, isMasquerading: true, debug: false }, true],
  [{ loggedIn: { admin: true, support: true }, isMasquerading: false, debug: false }, false],
  [{ loggedIn: { admin: false, support: false }, isMasquerading: true, debug: false }, false],
  [{ loggedIn: { admin: false, support: false }, isMasquerading: false, debug: true }, true],
  [{ loggedIn: null, isMasquerading: false, debug: true }, true],
  [{ loggedIn: null, isMasquerading: true, debug: false }, false],
])('debug mode %o: %s', (situation, on) => {
  expect(isDebugOn(situation)).toBe(on);
});
