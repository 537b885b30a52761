import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '../../server/db/database.ts';
import { receiverScope } from '../../server/db/scope.ts';
import { cents } from '../../server/domain/basics/money.ts';
import { merchantColumns } from '../../server/domain/card/merchant.ts';
import { forgetSlack, readSlack } from '../../server/services/alerts/alertAddresses.ts';
import { planDueAlerts } from '../../server/services/alerts/planDueAlerts.ts';
import { sendAlert, sendDueAlerts } from '../../server/services/alerts/sendAlert.ts';
import { warnOfSpending } from '../../server/services/spendingPower/warnOfSpending.ts';
import { alertCalls, newBrowser, newToldMerchant, pushedTo, type Subscription, slackTexts, type ToldMerchant } from '../support/alerts.ts';
import { at, inboxOf } from '../support/correspondent.ts';
import { eventually } from '../support/eventually.ts';
import { newRun } from '../support/jobRun.ts';
import { askAuthentication } from '../support/people.ts';
import { type TestProduct, testProduct } from '../support/product.ts';
import { addMember, tokenFor } from '../support/team.ts';

let product: TestProduct;
let merchant: ToldMerchant;
let browser: Subscription;
beforeAll(async () => {
  product = await testProduct();
});
afterAll(() => product.stop());
beforeEach(async () => {
  merchant = await newToldMerchant(product);
  browser = await newBrowser(product);
});

const subscribe = async () => expect((await merchant.alerts.subscribe(browser)).status).toBe(201);
const reopened = (word: string = randomUUID()) => ({ kind: 'card_reopened' as const, about: `${merchant.card} ${word}` });
/** A letter that can wait until morning, and one that can wait for a digest. */
const verified = { kind: 'kyb_status' as const, about: 'application:ACCEPTED' };
const staffChange = (word: string) => ({ kind: 'staff_change' as const, about: `unlock_account ${word}` });
const accept = () => product.deps.database.receiver.update({ where: { id: merchant.receiver.id }, data: { kyb_status: 'ACCEPTED' } });
const rows = (where: object = {}) =>
  product.deps.database.alertSent.findMany({ where: { receiver_id: merchant.receiver.id, ...where }, orderBy: { id: 'asc' } });
const mails = async () => (await inboxOf(product, merchant.email)).map(({ subject }) => subject);
const titles = async (subscription = browser) => (await pushedTo(product, subscription)).map(({ title }) => title);
const settled = (count: number) =>
  eventually(`${count} alerts to be settled`, async () => (await rows()).filter(({ sent_at, dropped_at }) => sent_at ?? dropped_at).length === count);

async function connectSlack(): Promise<string> {
  const { url } = await product.press<{ url: string }>('slack', 'add_webhook', {});
  const answer = await merchant.alerts.connectSlack(url);
  expect([answer.status, answer.body.code]).toEqual([201, undefined]);
  return url;
}

const waysOf = async (event: string) => (await merchant.alerts.read()).body.events.find((one: { event: string }) => one.event === event).ways;

describe('an alert', () => {
  it('comes to a browser as its title, one line and the page, and by mail as ever', async () => {
    await subscribe();
    const named = reopened();
    await merchant.tell(named);
    await settled(1);
    expect(await pushedTo(product, browser)).toEqual([
      {
        title: 'Your card ending in 4242 works again',
        body: 'The hold on your account is over, and we have opened your card again. There is nothing to do.',
        url: `${product.deps.programs.headway.siteUrl}/`,
        tag: `card_reopened ${named.about}`,
      },
    ]);
    expect(await mails()).toEqual(['Your card ending in 4242 works again']);
  });

  it('comes to the account’s Slack, after a first message that shows the address is right', async () => {
    const url = await connectSlack();
    await merchant.tell(reopened());
    await settled(1);
    expect(await slackTexts(product, url)).toEqual(['Your card ending in 4242 works again', 'Headway writes here now']);
  });

  it('comes once by each way, however often and however many at once its job runs', async () => {
    await subscribe();
    const second = await newBrowser(product);
    await merchant.alerts.subscribe(second);
    const named = reopened();
    await Promise.all(Array.from({ length: 5 }, () => merchant.tell(named).catch(() => undefined)));
    await settled(2);
    await merchant.tell(named);
    for (const { id } of await rows()) await sendAlert(product.deps, merchant.scope, id);
    expect([await titles(), await titles(second), await mails()]).toEqual(Array(3).fill(['Your card ending in 4242 works again']));
  });

  it('is sent after whoever was about to send it has died, and not before that is sure', async () => {
    const now = '2026-11-23T14:00:00Z';
    const claimed = { receiver_id: merchant.receiver.id, kind: 'card_reopened', about: `${merchant.card} x`, fact: `${merchant.card} x`, channel: 'push' };
    await subscribe();
    const [device] = await product.deps.database.pushSubscription.findMany({ where: { receiver_id: merchant.receiver.id } });
    const texts = { title: 'Card', body: 'Open', path: '/', person: 'owner', subscription_id: device?.id ?? null };
    const { id } = await product.deps.database.alertSent.create({ data: { ...claimed, ...texts, claimed_at: new Date(now) } });
    await expect(sendAlert(at(product.deps, '2026-11-23T14:02:00Z'), merchant.scope, id)).rejects.toThrow('another worker');
    expect(await titles()).toEqual([]);
    await sendAlert(at(product.deps, '2026-11-23T14:02:01Z'), merchant.scope, id);
    await sendAlert(at(product.deps, '2026-11-23T14:05:00Z'), merchant.scope, id);
    expect(await titles()).toEqual(['Card']);
  });

  it('waits for a push service that does not answer, and comes once', async () => {
    await subscribe();
    await fetch(`${product.sandboxUrl}/control/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ stand_in: 'push', kind: 'error_500', remaining: 2 }),
    });
    await merchant.tell(reopened());
    await settled(1);
    expect(await titles()).toEqual(['Your card ending in 4242 works again']);
  });
});

describe('what is gone', () => {
  it('is forgotten: a browser that has unsubscribed', async () => {
    await subscribe();
    await product.press('push', 'unsubscribe', { browser: browser.endpoint });
    await merchant.tell(reopened());
    await settled(1);
    expect((await merchant.alerts.read()).body.push.devices).toEqual([]);
    expect((await rows())[0]).toMatchObject({ sent_at: null });
  });

  it.each(['removed', 'prohibited', 'archived'])('is forgotten and told by mail: a webhook of Slack that was %s', async (how) => {
    const url = await connectSlack();
    await product.press('slack', 'end_webhook', { webhook: url, how });
    await merchant.tell(reopened());
    await eventually('the mail', async () => (await mails()).includes('Slack no longer takes our messages'));
    expect((await merchant.alerts.read()).body.slack).toBeNull();
  });

  it('is not what has come in its place: a webhook of Slack that was connected since', async () => {
    await connectSlack();
    const gone = await readSlack(product.deps, receiverScope(merchant.receiver.id));
    await connectSlack();
    await forgetSlack(product.deps, receiverScope(merchant.receiver.id), gone ?? { connectedAt: new Date(0) });
    expect((await merchant.alerts.read()).body.slack).not.toBeNull();
  });
});

describe('quiet hours', () => {
  /** 23:00 in New York, and 7:00 the next morning. */
  const night = '2026-11-24T04:00:00Z';
  const morning = '2026-11-24T12:00:00Z';
  const quiet = { quiet_from: 21, quiet_until: 7, digest_hour: null, time_zone: null };

  it('let through what costs money today, and keep the rest until they end', async () => {
    await subscribe();
    await accept();
    expect((await merchant.alerts.change({ hours: quiet })).status).toBe(200);
    await merchant.tell(reopened(), at(product.deps, night));
    await settled(1);
    await merchant.tell(verified, at(product.deps, night));
    const [held] = await rows({ kind: 'kyb_status' });
    expect(held).toMatchObject({ due_at: new Date(morning), sent_at: null, is_digest: false });
    await sendAlert(at(product.deps, '2026-11-24T11:59:59Z'), merchant.scope, held?.id ?? '');
    expect(await titles()).toEqual(['Your card ending in 4242 works again']);
    await sendAlert(at(product.deps, morning), merchant.scope, held?.id ?? '');
    expect(await titles()).toHaveLength(2);
    expect(await mails()).toHaveLength(2);
  });

  it('end in nothing for what is no longer so', async () => {
    await subscribe();
    await accept();
    await merchant.alerts.change({ hours: quiet });
    await merchant.tell(verified, at(product.deps, night));
    await product.deps.database.receiver.update({ where: { id: merchant.receiver.id }, data: { kyb_status: 'REJECTED' } });
    const [held] = await rows();
    await sendAlert(at(product.deps, morning), merchant.scope, held?.id ?? '');
    expect([await titles(), (await rows())[0]?.dropped_at]).toEqual([[], new Date(morning)]);
  });

  it('go by a clock of the person’s own, and must make sense', async () => {
    await subscribe();
    await accept();
    await merchant.alerts.change({ hours: { ...quiet, time_zone: 'America/Los_Angeles' } });
    // 21:00 there.
    await merchant.tell(verified, at(product.deps, '2026-11-24T05:00:00Z'));
    expect((await rows())[0]?.due_at).toEqual(new Date('2026-11-24T15:00:00Z'));
    const refused = [
      { ...quiet, quiet_until: 21 },
      { ...quiet, quiet_until: null },
      { ...quiet, time_zone: 'Moon/Sea' },
    ];
    for (const hours of refused) expect((await merchant.alerts.change({ hours })).body.code).toBe('invalid_request');
  });

  it('keep one name of a time zone, however it is written', async () => {
    for (const time_zone of ['america/new_york', 'US/Eastern', 'AMERICA/NEW_YORK']) {
      const { body } = await merchant.alerts.change({ hours: { ...quiet, time_zone } });
      expect(body.hours.time_zone).toBe('America/New_York');
    }
  });
});

describe('a digest', () => {
  it('tells what could wait a day in one message at its hour', async () => {
    await subscribe();
    await merchant.alerts.choose('staff_change', 'push', true);
    await merchant.alerts.change({ hours: { quiet_from: null, quiet_until: null, digest_hour: 18, time_zone: null } });
    // 10:00 and 11:00 in New York; the digest comes at 18:00.
    await merchant.tell(staffChange('one'), at(product.deps, '2026-11-24T15:00:00Z'));
    await merchant.tell(staffChange('two'), at(product.deps, '2026-11-24T16:00:00Z'));
    const hour = '2026-11-24T23:00:00Z';
    expect((await rows()).map(({ due_at, is_digest }) => [due_at, is_digest])).toEqual(Array(2).fill([new Date(hour), true]));
    await sendDueAlerts(at(product.deps, '2026-11-24T22:59:00Z'), merchant.scope);
    expect(await titles()).toEqual([]);
    for (let time = 0; time < 3; time += 1) await sendDueAlerts(at(product.deps, hour), merchant.scope);
    expect((await pushedTo(product, browser)).map(({ title, body }) => ({ title, body }))).toEqual([
      { title: '2 things from the last day', body: '• Support changed something on your account\n• Support changed something on your account' },
    ]);
  });

  it('comes to the others while one way does not answer', async () => {
    await subscribe();
    const second = await newBrowser(product);
    expect((await merchant.alerts.subscribe(second)).status).toBe(201);
    await merchant.alerts.choose('staff_change', 'push', true);
    await merchant.alerts.change({ hours: { quiet_from: null, quiet_until: null, digest_hour: 18, time_zone: null } });
    await merchant.tell(staffChange('one'), at(product.deps, '2026-11-24T15:00:00Z'));
    const { providers } = product.deps;
    const push: typeof providers.push = {
      ...providers.push,
      send: async (device, message) => {
        if (device.endpoint === browser.endpoint) throw new Error('no answer');
        return providers.push.send(device, message);
      },
    };
    const deps = { ...at(product.deps, '2026-11-24T23:00:00Z'), providers: { ...providers, push } };
    await expect(sendDueAlerts(deps, merchant.scope)).rejects.toThrow('no answer');
    expect([await titles(), await titles(second)]).toEqual([[], ['Support changed something on your account']]);
  });

  it('is found by the planner when its hour has come', async () => {
    await subscribe();
    await merchant.alerts.choose('staff_change', 'push', true);
    await merchant.alerts.change({ hours: { quiet_from: null, quiet_until: null, digest_hour: 18, time_zone: null } });
    const now = product.deps.clock().getTime();
    await merchant.tell(staffChange('one'), at(product.deps, new Date(now - 3 * 86_400_000).toISOString()));
    await planDueAlerts(product.deps, newRun());
    await settled(1);
    expect(await titles()).toEqual(['Support changed something on your account']);
  });
});

describe('a choice', () => {
  it('cannot silence wholly what the owner must know', async () => {
    const last = await merchant.alerts.choose('repayment_failed', 'mail', false);
    expect([last.status, last.body.code]).toEqual([409, 'step_out_of_order']);
    expect(last.body.detail).toContain('A repayment failed');
    await subscribe();
    expect((await merchant.alerts.choose('repayment_failed', 'mail', false)).status).toBe(200);
    expect(await waysOf('repayment_failed')).toEqual({ mail: false, push: true, slack: false });
    expect((await merchant.alerts.choose('repayment_failed', 'push', false)).status).toBe(409);
  });

  it('comes back to mail when the only other way is gone', async () => {
    await subscribe();
    await merchant.alerts.choose('card_state', 'mail', false);
    await merchant.tell(reopened('first'));
    await settled(1);
    expect(await mails()).toEqual([]);
    await merchant.alerts.unsubscribe((await merchant.alerts.read()).body.push.devices[0].id);
    expect(await waysOf('card_state')).toEqual({ mail: true, push: false, slack: false });
    await merchant.tell(reopened('second'));
    expect(await mails()).toHaveLength(1);
  });

  it('is the field of the record for the mails that have one, both ways', async () => {
    const record = () => product.deps.database.receiver.findUniqueOrThrow({ where: { id: merchant.receiver.id } });
    await merchant.alerts.choose('repayment', 'mail', false);
    await merchant.alerts.choose('weekly_summary', 'mail', false);
    expect(await record()).toMatchObject({ fund_withdraw_email: false, gets_monday_email: false });
    const path = `/api/users/${merchant.receiver.token}`;
    await product.call(path, { method: 'PATCH', host: merchant.host, token: merchant.token, body: { fund_withdraw_email: true } });
    expect((await waysOf('repayment')).mail).toBe(true);
    expect((await waysOf('weekly_summary')).mail).toBe(false);
  });

  it('of a way that is not set up is refused', async () => {
    for (const channel of ['push', 'slack']) expect((await merchant.alerts.choose('card_news', channel, true)).body.code).toBe('step_out_of_order');
  });

  it('is each person’s own: a member is told by their browser and by mail, and changes nobody else’s', async () => {
    const member = await addMember(product, merchant, 'bookkeeper');
    const theirs = alertCalls(product, merchant, member.token);
    const events = (await theirs.read()).body.events.map(({ event }: { event: string }) => event);
    expect(events).not.toContain('card_request');
    expect(events).not.toContain('staff_change');
    await theirs.subscribe(browser);
    await theirs.choose('card_state', 'mail', true);
    expect((await theirs.choose('card_state', 'mail', false)).status).toBe(200);
    await theirs.choose('card_state', 'mail', true);
    await merchant.tell(reopened());
    await settled(2);
    expect(await titles()).toEqual(['Your card ending in 4242 works again']);
    expect((await inboxOf(product, member.email)).map(({ subject }) => subject)).toContain('Your card ending in 4242 works again');
    expect((await merchant.alerts.read()).body.push.devices).toEqual([]);
    const refused = await theirs.choose('staff_change', 'mail', true);
    expect([refused.status, (await theirs.connectSlack('https://hooks.slack.com/services/T11/B11/abcdefgh')).status]).toEqual([403, 403]);
  });

  it.each([
    ['is removed', 'DELETE', {}],
    ['may no longer connect it', 'PATCH', { role: 'bookkeeper' }],
  ])('of a Slack ends when the admin who connected it %s: it may be a channel of their own', async (_name, method, body) => {
    const admin = await addMember(product, merchant, 'admin');
    const { url } = await product.press<{ url: string }>('slack', 'add_webhook', {});
    expect((await alertCalls(product, merchant, admin.token).connectSlack(url)).status).toBe(201);
    const slack = async () => (await merchant.alerts.read()).body.slack;
    expect(await slack()).not.toBeNull();
    const path = `/api/users/${merchant.receiver.token}/team/${admin.id}`;
    expect((await product.call(path, { method, host: merchant.host, token: merchant.token, body })).status).toBe(200);
    expect(await slack()).toBeNull();
  });

  it('of a Slack ends also when the provider’s own pages take the right from the admin who connected it', async () => {
    const admin = await addMember(product, merchant, 'admin');
    const { url } = await product.press<{ url: string }>('slack', 'add_webhook', {});
    expect((await alertCalls(product, merchant, admin.token).connectSlack(url)).status).toBe(201);
    const { org_id } = await product.deps.database.team.findUniqueOrThrow({ where: { receiver_id: merchant.receiver.id } });
    const { user_id } = await product.deps.database.teamMember.findFirstOrThrow({ where: { id: admin.id } });
    await pause(1_100);
    expect((await askAuthentication(product, 'headway', '/org/change_role', { org_id, user_id, role: 'Bookkeeper' })).status).toBe(200);
    expect((await product.call('/api/receiver', { token: await tokenFor(product, admin.email) })).body.role).toBe('bookkeeper');
    expect((await merchant.alerts.read()).body.slack).toBeNull();
  });

  it('of a cardholder is about the cards that they hold', async () => {
    const member = await addMember(product, merchant, 'cardholder');
    const theirs = alertCalls(product, merchant, member.token);
    await theirs.subscribe(browser);
    await merchant.tell(reopened('of the owner’s card'));
    await product.deps.database.card.updateMany({ where: { receiver_id: merchant.receiver.id }, data: { holder_id: member.id } });
    await merchant.tell(reopened('of their card'));
    await settled(1);
    expect((await pushedTo(product, browser)).map(({ tag }) => tag)).toEqual([`card_reopened ${merchant.card} of their card`]);
  });
});

describe('an address', () => {
  it('of no known push service is refused, and never called', async () => {
    const { keys } = browser;
    for (const endpoint of [
      'https://evil.example/push/send/1',
      'http://127.0.0.1:5432/',
      'https://fcm.googleapis.com.evil.example/x',
      'https://fcm.googleapis.com:8443/x',
    ]) {
      const answer = await merchant.alerts.subscribe({ endpoint, keys });
      expect([endpoint, answer.status]).toEqual([endpoint, 400]);
    }
    const { providers } = product.deps;
    await expect(
      providers.push.send(
        { endpoint: 'https://evil.example/', p256dh: keys.p256dh, auth: keys.auth },
        { title: '', body: '', url: '', tag: '', isUrgent: false },
      ),
    ).rejects.toMatchObject({
      code: 'unknown_service',
    });
  });

  it('that is no incoming webhook of Slack is refused at its field, as is one that Slack does not know', async () => {
    const unknown = `http://localhost:${product.config.sandbox.port}/slack/services/T11111111/B11111111/abcdefghabcdefgh`;
    for (const url of ['https://hooks.slack.com.evil.example/services/T1/B1/abcdefgh', 'https://hooks.slack.com/workflows/T1/B1/abcdefgh', unknown]) {
      const answer = await merchant.alerts.connectSlack(url);
      expect([answer.status, answer.body.errors[0].path]).toEqual([400, 'url']);
    }
    expect((await merchant.alerts.read()).body.slack).toBeNull();
  });

  it('is stored encrypted', async () => {
    await subscribe();
    const url = await connectSlack();
    const stored = JSON.stringify([await product.deps.database.pushSubscription.findMany(), await product.deps.database.slackWebhook.findMany()]);
    expect(stored).not.toContain(browser.endpoint);
    expect(stored).not.toContain(url);
  });
});

describe('a test', () => {
  it('is sent at once by the way that is asked for', async () => {
    await subscribe();
    await merchant.alerts.change({ hours: { quiet_from: 0, quiet_until: 23, digest_hour: null, time_zone: null } });
    expect((await merchant.alerts.test('push')).body).toEqual({ sent: 1 });
    expect((await merchant.alerts.test('mail')).body).toEqual({ sent: 1 });
    expect((await merchant.alerts.test('slack')).status).toBe(409);
    expect([await titles(), await mails()]).toEqual(Array(2).fill(['This is how an alert looks']));
  });

  it('of a Slack that was connected a moment ago comes after the message that says so, which Slack takes only a second later', async () => {
    const url = await connectSlack();
    expect((await merchant.alerts.test('slack')).body).toEqual({ sent: 1 });
    expect(await slackTexts(product, url)).toEqual(['This is how an alert looks', 'Headway writes here now']);
  });
});

describe('a warning of a limit that is nearly used', () => {
  it('comes again after a week to who gets no mail of it', async () => {
    const { database } = product.deps;
    const own = { receiver_id: merchant.receiver.id };
    const text = { title: 'You have used 75 % of your limit', body: 'See what is left.', path: '/' };
    const told = { kind: 'spending_power_warning', about: '75 after none', fact: '75 after none', channel: 'slack', person: 'account', ...text };
    const figures = (outstanding: number) => ({ totalSpendPowerCents: cents(100_000), totalOutstandingCents: cents(outstanding) });
    const asked = async () =>
      (
        await database.$queryRaw<{ about: string }[]>`
          SELECT data ->> 'about' AS about FROM pgboss.job WHERE name = 'send-letter' AND data ->> 'receiver_id' = ${merchant.receiver.id}`
      ).map(({ about }) => about);
    const rises = () =>
      inTransaction(database, (transaction) => warnOfSpending(product.deps, transaction, merchant.scope, { before: figures(10_000), after: figures(75_000) }));
    const daysAgo = (days: number) => new Date(product.deps.clock().getTime() - days * 86_400_000);
    const { id } = await database.alertSent.create({ data: { ...own, ...told, created_at: daysAgo(6) } });
    await rises();
    expect(await asked()).toEqual([]);
    await database.alertSent.update({ where: { receiver_id_id: { ...own, id } }, data: { created_at: daysAgo(8) } });
    await rises();
    expect(await asked()).toEqual([expect.stringMatching(/^75 after \d{4}-/)]);
  });
});

describe('a declined purchase', () => {
  it('is told by push, and by mail only to who asked for it', async () => {
    await subscribe();
    const token = randomUUID();
    const now = product.deps.clock();
    const purchase = {
      receiver_id: merchant.receiver.id,
      token,
      card_token: merchant.card,
      status: 'DECLINED',
      result: 'INSUFFICIENT_FUNDS',
      amount_cents: 12_345n,
    };
    const rest = { ...merchantColumns('FJORD <TEXTILES>'), raw_data: {}, search_text: '', repayment_date: now, created_at: now, updated_at: now };
    await product.deps.database.cardTransaction.create({ data: { ...purchase, ...rest } });
    await merchant.tell({ kind: 'purchase_declined', about: `${merchant.card} ${token}` });
    await settled(1);
    expect(await titles()).toEqual(['Declined: $123.45 at FJORD <TEXTILES>']);
    expect(await mails()).toEqual([]);
  });
});
