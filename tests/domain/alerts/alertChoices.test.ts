import { describe, expect, it } from 'vitest';
import { type AlertPerson, alertChoices, changedChoices, eventsOf, isLastWay, type StoredChoice, waysOf } from '../../../server/domain/alerts/alertChoices.ts';
import { alertEvents, alertRule, factOf } from '../../../server/domain/alerts/alertEvents.ts';

const owner: AlertPerson = { isOwner: true, role: 'owner' };
const fields = { fund_withdraw_email: true, gets_monday_email: true };
const nothing = { push: false, slack: false };
const all = { push: true, slack: true };
const choicesOf = (person: AlertPerson, stored: StoredChoice[] = [], connected = nothing) => alertChoices({ person, stored, connected, fields });
const off = (event: string, channel: string): StoredChoice => ({ event, channel, is_on: false });

describe('what is usual', () => {
  it('is mail as ever for the owner, and nothing by a way that is not set up', () => {
    const mailed = alertEvents.filter((event) => waysOf(choicesOf(owner), event).includes('mail'));
    expect(mailed).toEqual(alertEvents.filter((event) => !['purchase_declined', 'request_answer'].includes(event)));
    expect(alertEvents.filter((event) => waysOf(choicesOf(owner), event).some((way) => way !== 'mail'))).toEqual([]);
  });

  it('is all that cannot wait a day by a way that was set up', () => {
    const pushed = alertEvents.filter((event) => waysOf(choicesOf(owner, [], all), event).includes('push'));
    expect(pushed).toEqual([
      'repayment_short',
      'repayment_failed',
      'credit_payout',
      'purchase_declined',
      'card_state',
      'card_request',
      'limit_nearly_used',
      'connection',
      'verification',
    ]);
  });

  it('for a member is the mail about requests alone, and each role gets its own events', () => {
    const mailed = (role: AlertPerson['role']) =>
      eventsOf({ isOwner: false, role }).filter((event) => waysOf(choicesOf({ isOwner: false, role }), event).includes('mail'));
    expect(['admin', 'bookkeeper', 'cardholder'].map((role) => mailed(role as AlertPerson['role']))).toEqual([
      ['card_request', 'request_answer'],
      ['request_answer'],
      ['request_answer'],
    ]);
    expect(eventsOf({ isOwner: false, role: 'cardholder' })).toEqual(['purchase_declined', 'card_state', 'card_news', 'request_answer']);
  });
});

describe('what the owner must know', () => {
  const mustKnow = alertEvents.filter((event) => alertRule(event).isMustKnow);

  it.each(mustKnow)('%s comes by mail while no other way is on, whatever is stored', (event) => {
    const stored = ['mail', 'push', 'slack'].map((channel) => off(event, channel));
    expect(waysOf(choicesOf(owner, stored, all), event)).toEqual(['mail']);
    expect(waysOf(choicesOf(owner, [off(event, 'mail'), { event, channel: 'push', is_on: true }], nothing), event)).toEqual(['mail']);
  });

  it.each(mustKnow)('%s cannot lose its last way, and can lose any other', (event) => {
    const choices = choicesOf(owner, [{ event, channel: 'push', is_on: true }, off(event, 'slack')], all);
    const withoutMail = changedChoices(owner, choices, [{ event, channel: 'mail', is_on: false }]);
    expect(waysOf(withoutMail, event)).toEqual(['push']);
    expect(() => changedChoices(owner, withoutMail, [{ event, channel: 'push', is_on: false }])).toThrow(
      expect.objectContaining({ code: 'step_out_of_order' }),
    );
    expect(isLastWay(owner, event, { mail: false, push: true, slack: false }, 'push')).toBe(true);
    expect(isLastWay(owner, event, { mail: true, push: true, slack: false }, 'push')).toBe(false);
    expect(isLastWay({ isOwner: false }, event, { mail: false, push: true, slack: false }, 'push')).toBe(false);
  });

  it('may go from one way to another in one step', () => {
    const choices = choicesOf(owner, [off('card_state', 'push'), off('card_state', 'slack')], all);
    const moved = changedChoices(owner, choices, [
      { event: 'card_state', channel: 'mail', is_on: false },
      { event: 'card_state', channel: 'slack', is_on: true },
    ]);
    expect(waysOf(moved, 'card_state')).toEqual(['slack']);
  });
});

describe('the mails that have a field of the record', () => {
  it('are on by that field alone, for the owner', () => {
    const choices = alertChoices({
      person: owner,
      stored: [{ event: 'weekly_summary', channel: 'mail', is_on: true }],
      connected: nothing,
      fields: { fund_withdraw_email: false, gets_monday_email: false },
    });
    expect([waysOf(choices, 'weekly_summary'), waysOf(choices, 'repayment')]).toEqual([[], []]);
    const member = choicesOf({ isOwner: false, role: 'bookkeeper' }, [{ event: 'weekly_summary', channel: 'mail', is_on: true }]);
    expect(waysOf(member, 'weekly_summary')).toEqual(['mail']);
  });
});

describe('a fact', () => {
  it('is one for all whom a letter is addressed to', () => {
    expect([factOf('card_request', 'id-1 ada@example.com'), factOf('card_request', 'id-1 bob@example.com')]).toEqual(['id-1', 'id-1']);
    expect(factOf('card_shipped', 'card-1 2026-11-24')).toBe('card-1 2026-11-24');
  });
});
