import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isoDate } from '../../server/domain/basics/dates.ts';
import type { LetterKind } from '../../server/domain/mail/letterKind.ts';
import { programs } from '../../server/programs/all.ts';
import { ProviderFailure, Unknown } from '../../server/providers/failure.ts';
import { providerKey } from '../../server/providers/key.ts';
import { createMailer } from '../../server/providers/mail/index.ts';
import { planLetters, planReceiverLetters } from '../../server/services/mail/planLetters.ts';
import { sendLetter } from '../../server/services/mail/sendLetter.ts';
import { lookAtDraw } from '../../server/services/repayment/drawOutlook.ts';
import type { OpenDeps } from '../../server/start/product.ts';
import { at, type Correspondent, newCorrespondent, shownText } from '../support/correspondent.ts';
import { eventually } from '../support/eventually.ts';
import { newRun } from '../support/jobRun.ts';
import { type MailProxy, startMailProxy } from '../support/mailProxy.ts';
import { type TestProduct, testProduct } from '../support/product.ts';

let product: TestProduct;
let proxy: MailProxy;
let merchant: Correspondent;
beforeAll(async () => {
  product = await testProduct();
  proxy = await startMailProxy(product.config.mail.smtpUrl);
});
afterAll(async () => {
  await proxy.stop();
  await product.stop();
});
beforeEach(async () => {
  proxy.behave('pass');
  merchant = await newCorrespondent(product);
});

const monday = '2026-11-23T14:00:00Z';
const stored = () => product.deps.database.emailSent.findMany({ where: { receiver_id: merchant.id } });
const record = (data: object) => product.deps.database.receiver.update({ where: { id: merchant.id }, data });

/** The product with its mail going through the proxy, and little patience. */
function throughProxy(timeoutMs = 8_000): OpenDeps {
  const { deps, config } = product;
  const mailer = createMailer({ ...config.mail, smtpUrl: proxy.url }, () => undefined, { timeoutMs, pauseMs: 5 });
  return { ...at(deps, monday), providers: { ...deps.providers, mailer } };
}

const aboutCard = (word = monday) => `${merchant.cardToken} ${word}`;
const reopenedLetter = (word?: string) => ({ kind: 'card_reopened' as const, about: aboutCard(word) });

describe('a mail is sent once', () => {
  it('by ten at the same time, and not again by those that come later', async () => {
    const deps = at(product.deps, monday);
    await Promise.allSettled(Array.from({ length: 10 }, () => sendLetter(deps, merchant.scope, reopenedLetter())));
    await Promise.all(Array.from({ length: 10 }, () => sendLetter(deps, merchant.scope, reopenedLetter())));
    expect(await merchant.inbox()).toHaveLength(1);
    expect(await stored()).toMatchObject([
      { kind: 'card_reopened', sent_to: merchant.email, subject: 'Your card ending in 4242 works again', sent_at: new Date(monday) },
    ]);
  });

  it('again only about something else', async () => {
    await merchant.letter('card_reopened', aboutCard('the first time'), monday);
    await merchant.letter('card_reopened', aboutCard('the second time'), monday);
    expect(await merchant.inbox()).toHaveLength(2);
  });

  it('after whoever was about to send it has died, and not before that is sure', async () => {
    const claim = { receiver_id: merchant.id, kind: 'card_reopened', dedupe_key: aboutCard(), sent_to: merchant.email, subject: '' };
    await product.deps.database.emailSent.create({ data: { ...claim, claimed_at: new Date(monday) } });
    await expect(sendLetter(at(product.deps, '2026-11-23T14:02:00Z'), merchant.scope, reopenedLetter())).rejects.toThrow('another worker');
    expect(await merchant.inbox()).toEqual([]);
    await sendLetter(at(product.deps, '2026-11-23T14:02:01Z'), merchant.scope, reopenedLetter());
    expect(await merchant.inbox()).toHaveLength(1);
  });
});

describe('a mail server', () => {
  it('that asks to come again later gets it later, once', async () => {
    await product.press('mail', 'refuse', { times: 1, code: 451 });
    await product.deps.queue.send('send-letter', { receiver_id: merchant.id, ...reopenedLetter() });
    await eventually('the mail', async () => (await stored())[0]?.sent_at);
    expect(await merchant.inbox()).toHaveLength(1);
  });

  it.each([
    ['hangs up', 'cut', 8_000],
    ['says nothing', 'hang', 300],
  ] as const)('that %s is asked again, and sends it once', async (_, manner, timeoutMs) => {
    proxy.behave(manner);
    await expect(sendLetter(throughProxy(timeoutMs), merchant.scope, reopenedLetter())).rejects.toBeInstanceOf(ProviderFailure);
    expect([await merchant.inbox(), await stored()]).toEqual([[], []]);
    proxy.behave('pass');
    await sendLetter(throughProxy(), merchant.scope, reopenedLetter());
    expect(await merchant.inbox()).toHaveLength(1);
  });

  it('that may have taken it gets it again under the same Message-ID, by which mailboxes show it once', async () => {
    proxy.behave('swallow');
    await expect(sendLetter(throughProxy(1_500), merchant.scope, reopenedLetter())).rejects.toBeInstanceOf(Unknown);
    proxy.behave('pass');
    await sendLetter(throughProxy(), merchant.scope, reopenedLetter());
    await sendLetter(throughProxy(), merchant.scope, reopenedLetter());
    const ids = (await merchant.inbox()).map(({ headers }) => headers['message-id']);
    const id = `<${providerKey(`mail:${merchant.id}:card_reopened:${aboutCard()}`)}@headway.localhost>`;
    expect(ids).toEqual([id, id]);
  });

  it('that refuses the address for good is not asked again', async () => {
    await product.press('mail', 'refuse', { times: 1, code: 550 });
    await sendLetter(at(product.deps, monday), merchant.scope, reopenedLetter());
    expect(await merchant.inbox()).toEqual([]);
    expect(await stored()).toMatchObject([{ sent_at: null }]);
  });
});

describe('a preference', () => {
  /** Gives the merchant the state that every letter tells of. */
  async function withEverything() {
    await merchant.hasSpendingPower(100_000);
    await merchant.buys({ amount: 75_100, on: '2026-11-18', due: '2026-11-25' });
    // The product's own worker lives a week earlier: told by a look at the bank, it would write this letter too.
    const looked = { amount_cents: 75_100n, safe_cents: 90n, looks_short: true, checked_at: new Date(monday) };
    await product.deps.database.drawOutlook.create({ data: { receiver_id: merchant.id, debit_date: new Date('2026-11-25'), ...looked } });
    const arrived = await merchant.draw('settled', 100, '2026-11-19', { finished_at: new Date(monday) });
    const failed = await merchant.draw('failed', 100, '2026-11-20', { finished_at: new Date(monday) });
    await product.deps.database.card.updateMany({ where: { receiver_id: merchant.id }, data: { is_held: true } });
    const payout = (status: string, number: number) => merchant.payout(status, { number });
    return {
      withdrawal_notice: '2026-11-25',
      repayment_receipt: arrived,
      monday_summary: '2026-11-23',
      repayment_failed: failed,
      balance_looks_short: '2026-11-25',
      spending_power_warning: '75 after none',
      payout_sent: await payout('pending', 1),
      payout_failed: await payout('returned', 2),
      card_paused: aboutCard(),
      card_reopened: aboutCard(),
      staff_change: `reset_bank ${monday}`,
    };
  }

  async function kindsSent(): Promise<string[]> {
    const asked = await withEverything();
    const { withdrawal_notice, balance_looks_short, ...others } = asked;
    const send = (kind: string, about: string) => sendLetter(at(product.deps, monday), merchant.scope, { kind: kind as LetterKind, about });
    // Nothing is announced to an account that is not drawn from, and only a stopped account has its card paused.
    await send('withdrawal_notice', withdrawal_notice);
    await send('balance_looks_short', balance_looks_short);
    await record({ is_locked: true });
    for (const [kind, about] of Object.entries(others)) await send(kind, about);
    await record({ closing_requested_at: new Date(monday), closed_at: new Date(monday) });
    await send('account_closed', monday);
    return (await stored()).map(({ kind }) => kind).toSorted();
  }

  const always = [
    'account_closed',
    'balance_looks_short',
    'card_paused',
    'card_reopened',
    'payout_failed',
    'payout_sent',
    'repayment_failed',
    'spending_power_warning',
    'staff_change',
  ];

  it.each([
    [{ fund_withdraw_email: true, gets_monday_email: true }, ['monday_summary', 'repayment_receipt', 'withdrawal_notice']],
    [{ fund_withdraw_email: false, gets_monday_email: true }, ['monday_summary']],
    [{ fund_withdraw_email: true, gets_monday_email: false }, ['repayment_receipt', 'withdrawal_notice']],
    [{ fund_withdraw_email: false, gets_monday_email: false }, []],
  ])('of %j leaves %j and what everybody must know', async (preferences, chosen) => {
    await record(preferences);
    expect(await kindsSent()).toEqual([...always, ...chosen].toSorted());
    expect(await merchant.inbox()).toHaveLength(always.length + chosen.length);
  });
});

describe('what strangers chose', () => {
  const hostile = '<script>alert(1)</script>"Tom\'s" & Co\r\nBcc: thief@example.com\r\n\r\n# Pay **here** \u202Emoc.live';
  const asText = '<script>alert(1)</script>"Tom\'s" & Co Bcc: thief@example.com # Pay **here** moc.live';
  const ourTags = [
    'a',
    'body',
    'br',
    'h1',
    'h2',
    'head',
    'html',
    'img',
    'meta',
    'p',
    'picture',
    'source',
    'strong',
    'style',
    'table',
    'td',
    'th',
    'title',
    'tr',
  ];

  it('stands in mails as one line of text, in names of businesses, banks and shops', async () => {
    await record({ business_name: hostile });
    await product.deps.database.bankLink.updateMany({ where: { receiver_id: merchant.id }, data: { institution_name: hostile } });
    await merchant.buys({ amount: 5_000, on: '2026-11-18', due: '2026-11-25', from: hostile });
    const summary = await merchant.letter('monday_summary', '2026-11-23', monday);
    const notice = await merchant.letter('withdrawal_notice', '2026-11-25', monday);
    const failed = await merchant.draw('failed', 100, '2026-11-20', { finished_at: new Date(monday), failure_reason: hostile });
    const failure = await merchant.letter('repayment_failed', failed, monday);
    if (!summary || !notice || !failure) throw new Error('three mails were to be sent');

    for (const mail of [summary, notice, failure]) {
      const tags = new Set([...mail.html.matchAll(/<(\w+)/g)].map(([, tag]) => tag));
      expect([...tags].filter((tag) => !ourTags.includes(tag ?? ''))).toEqual([]);
      // The logo alone.
      expect(mail.html.match(/<(img|picture|source)\b/g)).toHaveLength(3);
      expect(shownText(mail.html)).toContain(`This mail is about ${asText}.`);
      expect(mail.text).toContain(`\nThis mail is about ${asText}.\n`);
      expect(Object.keys(mail.headers)).not.toContain('bcc');
      expect(mail.text.split('\n')).not.toContain('Bcc: thief@example.com');
    }
    expect(shownText(summary.html)).toContain(asText);
    expect(summary.text).toContain(`\n${asText}: $50.00\n`);
    expect(notice.text).toContain(`\nFrom: ${asText}, account ending in 4410\n`);
    expect(failure.text).toContain('\nWhat the bank said: Your bank could not process the debit.\n');
  });
});

describe('in every program', () => {
  it.each(programs.map(({ key }) => key))('%s writes in its own name and colors, with nothing fetched but its logo', async (key) => {
    merchant = await newCorrespondent(product, { whitelabel: key });
    const mail = await merchant.letter('card_reopened', aboutCard(), monday);
    if (!mail) throw new Error('no mail');
    const { name, siteUrl, supportEmail, colors } = product.deps.programs[key];
    expect(mail.headers.from).toBe(`${name} <hello@headway.localhost>`);
    const logo = `${siteUrl}/_assets/app/brand/${key}-mail`;
    expect(mail.html).toContain(`<source media="(prefers-color-scheme:dark)" srcset="${logo}-dark.png"><img src="${logo}-light.png" alt="${name}"`);
    expect(mail.html).toContain(`@media (prefers-color-scheme:dark){.canvas{background:${colors.dark.canvas}!important`);
    expect(mail.html.match(/src=|srcset=/g)).toHaveLength(2);
    expect(mail.html).not.toMatch(/url\(|@import|<link/);
    const addresses = new Set([...mail.html.matchAll(/href="([^"]*)"/g)].map(([, address]) => address));
    expect([...addresses]).toEqual([siteUrl, `${siteUrl}/`, `${siteUrl}/settings#mails`, `mailto:${supportEmail}`]);
    expect(mail.text).toContain(
      `--\n${name} · ${siteUrl}\nThis mail is about Corner Bakery.\nChoose which mails you get here: ${siteUrl}/settings#mails\nQuestions? ${supportEmail}`,
    );
  });

  it('says how to switch off what can be switched off', async () => {
    await merchant.buys({ amount: 5_000, on: '2026-11-18', due: '2026-11-25' });
    const { siteUrl } = product.deps.programs.headway;
    expect((await merchant.letter('withdrawal_notice', '2026-11-25', monday))?.text).toContain(
      `You get mails about withdrawals. Switch them off here: ${siteUrl}/settings#mails`,
    );
    expect((await merchant.letter('monday_summary', '2026-11-23', monday))?.text).toContain(
      `You get this every Monday. Switch it off here: ${siteUrl}/settings#mails`,
    );
  });
});

describe('the letters whose day has come', () => {
  /** The letters that jobs were sent for. */
  async function planned(): Promise<string[]> {
    const jobs = await product.deps.database.$queryRaw<{ kind: string; about: string }[]>`
      SELECT data ->> 'kind' AS kind, data ->> 'about' AS about FROM pgboss.job WHERE name = 'send-letter' AND data ->> 'receiver_id' = ${merchant.id}`;
    return jobs.map(({ kind, about }) => `${kind} ${about}`).toSorted();
  }

  /** The days of the debits about which the bank is to be asked. */
  async function looks(): Promise<string[]> {
    const jobs = await product.deps.database.$queryRaw<{ day: string }[]>`
      SELECT data ->> 'debit_date' AS day FROM pgboss.job WHERE name = 'look-at-draw' AND data ->> 'receiver_id' = ${merchant.id}`;
    return jobs.map(({ day }) => day);
  }

  it.each([
    ['not before the notice', '2026-11-24T14:00:00Z', []],
    ['not before the morning', '2026-11-25T12:59:00Z', []],
    ['the notice, two banking days before the debit', '2026-11-25T13:00:00Z', ['withdrawal_notice 2026-11-30']],
    ['the notice that was missed, a banking day before', '2026-11-27T19:00:00Z', ['withdrawal_notice 2026-11-30']],
    ['the summary on the Monday of the debit', '2026-11-30T14:00:00Z', ['monday_summary 2026-11-30']],
    ['nothing at night', '2026-12-01T04:00:00Z', []],
  ])('are sent for: %s', async (_, now, letters) => {
    await merchant.buys({ amount: 10_000, on: '2026-10-30', due: '2026-11-30' });
    await planReceiverLetters(at(product.deps, now), merchant.scope);
    expect(await planned()).toEqual(letters);
  });

  it.each([
    ['two banking days before', '2026-11-25T14:00:00Z', ['2026-11-30']],
    ['in the afternoon, when the morning was missed', '2026-11-25T19:00:00Z', ['2026-11-30']],
    ['a banking day before, when that day was missed', '2026-11-27T19:00:00Z', ['2026-11-30']],
    ['not on the day', '2026-11-30T14:00:00Z', []],
  ])('come with a look at the bank for the debit: %s', async (_, now, days) => {
    await merchant.buys({ amount: 10_000, on: '2026-10-30', due: '2026-11-30' });
    await planReceiverLetters(at(product.deps, now), merchant.scope);
    expect(await looks()).toEqual(days);
  });

  it('come with no second look', async () => {
    await merchant.buys({ amount: 10_000, on: '2026-10-30', due: '2026-11-30' });
    await lookAtDraw(at(product.deps, '2026-11-25T14:00:00Z'), merchant.scope, isoDate('2026-11-30'));
    await planReceiverLetters(at(product.deps, '2026-11-27T14:00:00Z'), merchant.scope);
    expect(await looks()).toEqual([]);
  });

  it('are not sent for again once they were sent, nor when they are switched off', async () => {
    await merchant.buys({ amount: 10_000, on: '2026-10-30', due: '2026-12-01' });
    await merchant.letter('withdrawal_notice', '2026-12-01', '2026-11-30T14:00:00Z');
    await record({ gets_monday_email: false });
    await planReceiverLetters(at(product.deps, '2026-11-30T19:00:00Z'), merchant.scope);
    expect(await planned()).toEqual([]);
  });

  it('are looked for in the morning of each program’s own zone', async () => {
    const inProgram = async (whitelabel: string) => (await newCorrespondent(product, { whitelabel })).id;
    const [east, west] = [await inProgram('headway'), await inProgram('meridian-new')];
    const looked = async () => {
      const jobs = await product.deps.database.$queryRaw<{ receiver_id: string }[]>`
        SELECT data ->> 'receiver_id' AS receiver_id FROM pgboss.job WHERE name = 'plan-receiver-letters'`;
      return [east, west].map((id) => jobs.some(({ receiver_id }) => receiver_id === id));
    };
    const inNewYork = at(product.deps, '2026-11-23T13:05:00Z');
    for (const { key } of programs) await planLetters(inNewYork, key, newRun());
    expect(await looked()).toEqual([true, false]);
    const onTheOtherCoast = at(product.deps, '2026-11-23T16:05:00Z');
    for (const { key } of programs) await planLetters(onTheOtherCoast, key, newRun());
    expect(await looked()).toEqual([true, true]);
  });

  it('are looked for at those alone to whom one may be due', async () => {
    const owing = async (record: Parameters<typeof newCorrespondent>[1], status: 'SETTLED' | 'PENDING' = 'SETTLED') => {
      const made = await newCorrespondent(product, { whitelabel: 'boost', gets_monday_email: false, ...record });
      await made.buys({ amount: 10_000, on: '2026-11-02', due: '2026-12-02', status });
      return made;
    };
    const due = (day: string) => ({ next_payment_at: new Date(`${day}T00:00:00Z`) });
    const choosing = async (day: string, weekday: number) => {
      const made = await owing(due(day));
      await product.deps.database.drawPreference.create({ data: { receiver_id: made.id, weekday } });
      return made;
    };
    const merchants = {
      soon: await owing(due('2026-11-30')),
      late: await owing(due('2026-11-20')),
      held: await owing(due('2026-11-30'), 'PENDING'),
      unknown: await owing({ next_payment_at: null }),
      later: await owing(due('2026-12-01')),
      // A due within a week is drawn on a Monday of their choice.
      onMondays: await choosing('2026-12-06', 1),
      onMondaysLater: await choosing('2026-12-30', 1),
      nothing: await newCorrespondent(product, { whitelabel: 'boost', gets_monday_email: false, ...due('2026-11-30') }),
      weekly: await newCorrespondent(product, { whitelabel: 'boost' }),
      told: await newCorrespondent(product, { whitelabel: 'boost' }),
    };
    const sent = {
      kind: 'monday_summary',
      dedupe_key: '2026-11-30',
      sent_to: merchants.told.email,
      subject: 'Last week',
      sent_at: new Date('2026-11-30T13:05:00Z'),
    };
    await product.deps.database.emailSent.create({ data: { receiver_id: merchants.told.id, ...sent } });
    const looked = async (now: string) => {
      await product.deps.database.$executeRaw`DELETE FROM pgboss.job WHERE name = 'plan-receiver-letters'`;
      await planLetters(at(product.deps, now), 'boost', newRun());
      const jobs = await product.deps.database.$queryRaw<{ id: string }[]>`
        SELECT data ->> 'receiver_id' AS id FROM pgboss.job WHERE name = 'plan-receiver-letters'`;
      const ids = jobs.map(({ id }) => id);
      return Object.entries(merchants).flatMap(([name, { id }]) => (ids.includes(id) ? [name] : []));
    };
    // On the Wednesday before Thanksgiving notices of Monday's debits are due.
    expect(await looked('2026-11-25T17:05:00Z')).toEqual(['soon', 'late', 'held', 'unknown', 'onMondays']);
    expect(await looked('2026-11-30T17:05:00Z')).toEqual(['soon', 'late', 'held', 'unknown', 'later', 'onMondays', 'weekly']);
  });

  it('are looked for by every program’s schedule, in its zone', async () => {
    const rows = await product.deps.database.$queryRaw<
      { key: string; timezone: string }[]
    >`SELECT key, timezone FROM pgboss.schedule WHERE name = 'plan-letters'`;
    expect(Object.fromEntries(rows.map(({ key, timezone }) => [key, timezone]))).toEqual(
      Object.fromEntries(programs.map(({ key, timeZone }) => [key, timeZone])),
    );
  });
});
