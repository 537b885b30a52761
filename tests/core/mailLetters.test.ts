import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isoDate } from '../../server/domain/basics/dates.ts';
import { reasonInWords } from '../../server/domain/kyb/kybReasons.ts';
import { lookAtDraw } from '../../server/services/repayment/drawOutlook.ts';
import { at, type Correspondent, newCorrespondent, ownText, type Received, shownText } from '../support/correspondent.ts';
import { type TestProduct, testProduct } from '../support/product.ts';

let product: TestProduct;
let merchant: Correspondent;
beforeAll(async () => {
  product = await testProduct();
});
afterAll(() => product.stop());
beforeEach(async () => {
  merchant = await newCorrespondent(product);
});

/** Nine in the morning in New York on the Monday before Thanksgiving, on which banks are closed. */
const monday = '2026-11-23T14:00:00Z';

const lines = (...rows: string[]) => rows.join('\n\n');

/** Every word of the text stands in what the HTML shows, too. */
function expectSameInHtml(mail: Received): void {
  const shown = shownText(mail.html).join(' ');
  const pieces = ownText(mail)
    .split(/\n+|: /)
    .map((piece) => piece.replace(/^- /, ''));
  for (const piece of pieces.filter((one) => !one.startsWith('http'))) expect(shown.toLowerCase()).toContain(piece.toLowerCase());
}

async function sent(...asked: Parameters<Correspondent['letter']>): Promise<Received> {
  const mail = await merchant.letter(...asked);
  if (!mail) throw new Error(`no mail of ${asked[0]}`);
  expectSameInHtml(mail);
  return mail;
}

/** Links a second bank, and has what is due on a day drawn from it. Returns the link. */
async function drawsFromSecondBank(due: string): Promise<string> {
  const own = { receiver_id: merchant.id, role: 'fallback', account_id: 'second' };
  const bank = { institution_name: 'Cascade Credit Union', mask: '7702', health: 'healthy', verification_status: 'automatically_verified' };
  const link = {
    ...bank,
    access_token: 'v1:second',
    item_id: randomUUID(),
    handle: `h_${randomUUID()}`,
    holder_category: 'business',
    linked_at: new Date(monday),
  };
  const { id } = await product.deps.database.bankLink.create({ data: { ...own, ...link } });
  const given = { ach_classes: ['ccd'], version: '1', text: 'May debit.', accepted_at: new Date(monday), ip_address: '127.0.0.1', user_agent: '' };
  await product.deps.database.debitAuthorization.create({ data: { ...own, ...given, bank_link_id: id } });
  const arranged = { due_date: new Date(due), first_on: new Date(due), bank_link_id: id, made_by: 'merchant', made_at: new Date(monday) };
  await product.deps.database.drawArrangement.create({ data: { receiver_id: merchant.id, ...arranged } });
  return id;
}

describe('the notice of a withdrawal', () => {
  it('says how much will be taken when, from where, and why not on the due date', async () => {
    await merchant.buys({ amount: 123_456, on: '2026-10-29', due: '2026-11-28' });
    const mail = await sent('withdrawal_notice', '2026-11-30', '2026-11-25T14:00:00Z');
    expect(mail.subject).toBe('$1,234.56 will be withdrawn on Nov 30, 2026');
    expect(ownText(mail)).toBe(
      lines(
        '$1,234.56 will be withdrawn on Nov 30, 2026',
        'Withdrawal on Nov 30, 2026: $1,234.56',
        'From: First Harbor Bank, account ending in 4410\nDue: Nov 28, 2026\nCashback for paying in time: $12.34',
        'Banks are closed on Saturday, November 28 and Sunday, November 29: the debit runs on Monday, November 30.',
        'Please have this amount in your account by then. What you pay or return before lowers it.',
        `See what is due: ${product.deps.programs.headway.siteUrl}/`,
      ),
    );
  });

  it('says nothing of closed banks where the merchant has it drawn before it is due', async () => {
    await merchant.buys({ amount: 10_000, on: '2026-11-05', due: '2026-12-05' });
    await product.deps.database.drawPreference.create({ data: { receiver_id: merchant.id, weekday: 2 } });
    const mail = await sent('withdrawal_notice', '2026-12-01', '2026-11-27T14:00:00Z');
    expect(ownText(mail)).toContain('Due: Dec 5, 2026');
    expect(ownText(mail)).not.toContain('Banks are closed');
  });

  it('names the second bank where the merchant draws from it, and the receipt the bank that was debited', async () => {
    await merchant.buys({ amount: 10_000, on: '2026-10-30', due: '2026-11-30' });
    const id = await drawsFromSecondBank('2026-11-30');
    const from = 'From: Cascade Credit Union, account ending in 7702';
    expect(ownText(await sent('withdrawal_notice', '2026-11-30', '2026-11-25T14:00:00Z'))).toContain(from);
    await merchant.buys({ amount: 2_000, on: '2026-10-20', due: '2026-11-20' });
    const draw = await merchant.draw('settled', 2_000, '2026-11-20', { finished_at: new Date(monday), bank_link_id: id });
    expect(ownText(await sent('repayment_receipt', draw, monday))).toContain(from);
  });

  it('leaves out what is on its way, adds what was due before, and counts what is only held', async () => {
    await merchant.buys({ amount: 10_000, on: '2026-10-20', due: '2026-11-20' });
    await merchant.draw('pending', 10_000, '2026-11-20');
    await merchant.buys({ amount: 20_000, on: '2026-10-27', due: '2026-11-27' });
    await merchant.buys({ amount: 5_050, on: '2026-10-27', due: '2026-11-27', status: 'PENDING' });
    const mail = await sent('withdrawal_notice', '2026-11-27', monday);
    expect(mail.subject).toBe('$250.50 will be withdrawn on Nov 27, 2026');
  });

  it.each([
    ['nothing is due then', '2026-11-27', monday],
    ['the day has come', '2026-11-30', '2026-11-30T11:00:00Z'],
  ])('is not sent when %s', async (_, about, now) => {
    await merchant.buys({ amount: 10_000, on: '2026-10-30', due: '2026-11-30' });
    expect(await merchant.letter('withdrawal_notice', about, now)).toBeUndefined();
  });

  it('is not sent when it was paid meanwhile, nor to an account whose bank staff left out', async () => {
    await merchant.buys({ amount: 10_000, on: '2026-10-30', due: '2026-11-30' });
    await merchant.draw('pending', 10_000, '2026-11-23', { kind: 'pay_now' });
    expect(await merchant.letter('withdrawal_notice', '2026-11-30', monday)).toBeUndefined();
    const other = await newCorrespondent(product);
    await other.buys({ amount: 10_000, on: '2026-10-30', due: '2026-11-30' });
    await product.deps.database.receiver.update({ where: { id: other.id }, data: { plaid_access_token: 'BLANK' } });
    expect(await other.letter('withdrawal_notice', '2026-11-30', monday)).toBeUndefined();
  });
});

/** Asks the bank, on the Monday, about the draw of Wednesday. The letter that it orders is left to the test: a worker would send it, too. */
const look = ({ scope }: Pick<typeof merchant, 'scope'>) =>
  lookAtDraw(at({ ...product.deps, queue: { ...product.deps.queue, send: async () => {} } }, monday), scope, isoDate('2026-11-25'));

describe.each(['withdrawal_notice', 'balance_looks_short'] as const)('the %s', (kind) => {
  it.each<[string, (id: string) => Promise<unknown>]>([
    ['staff have locked', (id) => product.deps.database.receiver.update({ where: { id }, data: { is_locked: true } })],
    ['staff have marked as fraud', (id) => product.deps.database.receiver.update({ where: { id }, data: { is_fraud: true } })],
    [
      'whose holder has ended the authorization',
      (id) =>
        product.deps.database.debitAuthorization.updateMany({
          where: { receiver_id: id },
          data: { ended_at: new Date(monday), ended_reason: 'revoked_by_merchant' },
        }),
    ],
  ])('is not sent to an account from which nothing is drawn: one that %s', async (_, stop) => {
    await merchant.buys({ amount: 10_000, on: '2026-10-25', due: '2026-11-25' });
    await product.press('plaid', 'set_balance', { item_id: merchant.bank.itemId, available: 100 });
    await look(merchant);
    expect(await merchant.letter(kind, '2026-11-25', monday)).toBeDefined();
    const other = await newCorrespondent(product);
    await other.buys({ amount: 10_000, on: '2026-10-25', due: '2026-11-25' });
    await product.press('plaid', 'set_balance', { item_id: other.bank.itemId, available: 100 });
    await look(other);
    await stop(other.id);
    expect(await other.letter(kind, '2026-11-25', monday)).toBeUndefined();
  });

  it('is not sent of an amount that failed for good', async () => {
    await merchant.buys({ amount: 10_000, on: '2026-10-20', due: '2026-11-20' });
    await merchant.draw('returned', 10_000, '2026-11-20', { finished_at: new Date(monday), failure_code: 'R16' });
    for (const day of ['2026-11-24', '2026-11-25', '2026-11-27']) expect(await merchant.letter(kind, day, monday)).toBeUndefined();
  });
});

describe('the receipt of a repayment', () => {
  it('says what arrived, what it earned, and what is left', async () => {
    await merchant.hasSpendingPower(500_000);
    await merchant.buys({ amount: 150_000, on: '2026-10-20', due: '2026-11-20' });
    await merchant.buys({ amount: 123_456, on: '2026-11-10', due: '2026-12-10' });
    const final_on = new Date('2026-11-28');
    const draw = await merchant.draw('settled', 150_000, '2026-11-20', { finished_at: new Date('2026-11-23T13:30:00Z'), final_on });
    const mail = await sent('repayment_receipt', draw, monday);
    expect(ownText(mail)).toBe(
      lines(
        'We received your repayment of $1,500.00',
        'Received on Nov 23, 2026: $1,500.00',
        [
          'From: First Harbor Bank, account ending in 4410',
          'Cashback earned: $15.00, credited from Nov 28, 2026 on, when your bank can no longer take the payment back',
          'Still outstanding: $1,234.56',
          'Available to spend: $2,265.44',
          'Available later: $1,500.00 more from Nov 28, 2026 on',
          'Next payment: $1,234.56 on Dec 10, 2026',
        ].join('\n'),
        `Open the dashboard: ${product.deps.programs.headway.siteUrl}/`,
      ),
    );
    const stored = await product.deps.database.receiver.findUniqueOrThrow({ where: { id: merchant.id } });
    expect(stored.last_payment_email_at?.toISOString()).toBe('2026-11-23T14:00:00.000Z');
  });

  it('says that nothing is due when all is paid', async () => {
    await merchant.buys({ amount: 2_000, on: '2026-10-20', due: '2026-11-20' });
    const draw = await merchant.draw('settled', 2_000, '2026-11-20', { finished_at: new Date(monday), kind: 'pay_now' });
    expect(ownText(await sent('repayment_receipt', draw, monday))).toContain('Still outstanding: $0.00\nNext payment: Nothing is due');
  });

  it('is not sent of a repayment that was returned meanwhile', async () => {
    const draw = await merchant.draw('returned', 2_000, '2026-11-20', { finished_at: new Date(monday) });
    expect(await merchant.letter('repayment_receipt', draw, monday)).toBeUndefined();
  });
});

describe('the letter of a repayment that failed', () => {
  it('says that the card is paused, what the bank said, and when it is tried again', async () => {
    await merchant.buys({ amount: 75_000, on: '2026-10-20', due: '2026-11-20' });
    const finished_at = new Date('2026-11-24T15:00:00Z');
    const draw = await merchant.draw('returned', 75_000, '2026-11-20', { finished_at, failure_code: 'R01', failure_reason: 'Insufficient funds' });
    const mail = await sent('repayment_failed', draw, '2026-11-24T15:00:00Z');
    expect(ownText(mail)).toBe(
      lines(
        'Your repayment of $750.00 failed, so your card is paused',
        'Repayment that did not go through: $750.00',
        [
          'Tried on: Nov 20, 2026',
          'From: First Harbor Bank, account ending in 4410',
          'What the bank said: There was not enough money in the account.',
          'Outstanding now: $750.00',
        ].join('\n'),
        'Your card opens again by itself as soon as this is paid.',
        // Thanksgiving is no banking day: Wednesday 25, Friday 27.
        'We try once more on Nov 27, 2026. You need not wait: pay now on your dashboard, or link another bank account first.',
        `Pay now: ${product.deps.programs.headway.siteUrl}/payments`,
      ),
    );
  });

  it('says that it is not tried a third time', async () => {
    await merchant.buys({ amount: 75_000, on: '2026-10-20', due: '2026-11-20' });
    const retry_of = await merchant.draw('returned', 75_000, '2026-11-20', { finished_at: new Date('2026-11-20T15:00:00Z'), failure_code: 'R01' });
    const second = await merchant.draw('returned', 75_000, '2026-11-20', { attempt: 2, retry_of, finished_at: new Date(monday), failure_code: 'R01' });
    const mail = await sent('repayment_failed', second, monday);
    expect(ownText(mail)).toContain('We do not try again by ourselves. Pay now on your dashboard, or link another bank account first.');
  });

  it.each([
    ['staff have locked', { is_locked: true }],
    ['staff have marked as fraud', { is_fraud: true }],
    ['is black-listed', { is_black_listed: true }],
  ])('promises neither another try nor the card of an account that %s', async (_, data) => {
    await merchant.buys({ amount: 75_000, on: '2026-10-20', due: '2026-11-20' });
    const draw = await merchant.draw('returned', 75_000, '2026-11-20', { finished_at: new Date(monday), failure_code: 'R01' });
    await product.deps.database.receiver.update({ where: { id: merchant.scope.receiverId }, data });
    const text = ownText(await sent('repayment_failed', draw, monday));
    expect(text).toContain('We do not try again by ourselves. Pay now on your dashboard, or link another bank account first.');
    expect(text).not.toMatch(/try once more|opens again by itself/);
  });

  it('promises another try, and not the card, of an account whose business the issuer refuses', async () => {
    await merchant.buys({ amount: 75_000, on: '2026-10-20', due: '2026-11-20' });
    const draw = await merchant.draw('returned', 75_000, '2026-11-20', { finished_at: new Date(monday), failure_code: 'R01' });
    await product.deps.database.receiver.update({ where: { id: merchant.scope.receiverId }, data: { business_refused_at: new Date(monday) } });
    const text = ownText(await sent('repayment_failed', draw, monday));
    expect(text).toContain('We try once more');
    expect(text).not.toContain('opens again by itself');
  });

  it.each([
    [
      'R02',
      'The account is closed.',
      'We no longer use this bank account. Link another one, then pay now on your dashboard. We do not try again by ourselves.',
    ],
    [
      'R29',
      'Your business told its bank that this debit was not authorized.',
      'We debit nothing more until you authorize debits again under “Bank account” on your dashboard. Then pay now.',
    ],
    ['R16', 'The account is frozen.', 'We do not try again by ourselves. Pay now on your dashboard, or link another bank account first.'],
  ])('says what %s means, and what helps', async (failure_code, why, next) => {
    await merchant.buys({ amount: 75_000, on: '2026-10-20', due: '2026-11-20' });
    const draw = await merchant.draw('returned', 75_000, '2026-11-20', { finished_at: new Date(monday), failure_code });
    const text = ownText(await sent('repayment_failed', draw, monday));
    expect(text).toContain(`What the bank said: ${why}`);
    expect(text).toContain(next);
  });

  it('says so when it was paid since', async () => {
    const draw = await merchant.draw('failed', 75_000, '2026-11-20', { finished_at: new Date(monday) });
    const mail = await sent('repayment_failed', draw, monday);
    expect(mail.subject).toBe('Your repayment of $750.00 failed');
    expect(ownText(mail)).toContain('It has been paid since. There is nothing to do.');
  });

  it.each([
    ['R23', 'We do not try again by ourselves. Pay now on your dashboard, or link another bank account first.'],
    ['R29', 'We debit nothing more until you authorize debits again under “Bank account” on your dashboard. Then pay now.'],
  ])('of a payment ahead of its due date says what follows from %s, as of any other', async (failure_code, follows) => {
    await merchant.buys({ amount: 75_000, on: '2026-11-10', due: '2026-12-10' });
    const draw = await merchant.draw('failed', 75_000, '2026-11-20', { finished_at: new Date(monday), failure_code, kind: 'pay_now' });
    const mail = await sent('repayment_failed', draw, monday);
    expect(mail.subject).toBe('Your repayment of $750.00 failed, so your card is paused');
    expect(ownText(mail)).toContain(follows);
    expect(ownText(mail)).not.toContain('paid since');
  });

  it('is not sent of a draw that has not failed', async () => {
    const draw = await merchant.draw('pending', 75_000, '2026-11-20');
    expect(await merchant.letter('repayment_failed', draw, monday)).toBeUndefined();
  });
});

describe('the letters about a credit that is paid out', () => {
  it('say that it is on its way, and to which account', async () => {
    const payout = await merchant.payout('pending');
    expect(ownText(await sent('payout_sent', payout, monday))).toBe(
      lines(
        'Your credit of $50.00 is on its way to your bank',
        'Credit paid out: $50.00',
        'To: First Harbor Bank, account ending in 4410',
        'It takes a few banking days to arrive. There is nothing to do.',
        `Open the dashboard: ${product.deps.programs.headway.siteUrl}/`,
      ),
    );
  });

  it('say of one that the closing of the account pays out why', async () => {
    const payout = await merchant.payout('settled', { cause: 'closing' });
    expect(ownText(await sent('payout_sent', payout, monday))).toContain('Your account is being closed, so what you have left with us is paid to your bank.');
  });

  it.each([
    ['came back', { status: 'returned' }],
    ['could not be sent', { status: 'declined', transfer_id: null }],
  ])('say of one that %s that it is a credit again, and how it is paid out all the same', async (event, { status, ...different }) => {
    const payout = await merchant.payout(status, { ...different, failure_reason: 'Account closed' });
    expect(await merchant.letter('payout_sent', payout, monday)).toBeUndefined();
    expect(ownText(await sent('payout_failed', payout, monday))).toBe(
      lines(
        `The payout of your credit of $50.00 ${event}`,
        'Your credit again: $50.00',
        'To: First Harbor Bank, account ending in 4410\nWhy: Account closed',
        'It lowers what you owe next. To have it paid out, look at the bank account on your dashboard, link another one if that one is closed, and ask for the payout again.',
        `Open the dashboard: ${product.deps.programs.headway.siteUrl}/`,
      ),
    );
  });

  it('say nothing of a payout that did not come back as of one that did, nor of owing to whom owes nothing any more', async () => {
    expect(await merchant.letter('payout_failed', await merchant.payout('pending'), monday)).toBeUndefined();
    await product.deps.database.receiver.update({ where: { id: merchant.id }, data: { closing_requested_at: new Date(monday) } });
    const text = ownText(await sent('payout_failed', await merchant.payout('returned', { number: 2 }), monday));
    expect(text).not.toContain('owe next');
  });
});

describe('the letter of an account that is closed', () => {
  const closed = { closing_requested_at: new Date(monday), closed_at: new Date(monday) };

  it('says that nothing is left to settle, and what still may come', async () => {
    expect(await merchant.letter('account_closed', monday, monday)).toBeUndefined();
    await product.deps.database.receiver.update({
      where: { id: merchant.id },
      data: { ...closed, lithic_card_token: merchant.cardToken },
    });
    expect(ownText(await sent('account_closed', monday, monday))).toBe(
      lines(
        'Your Headway account is closed',
        'You owe nothing, and nothing is left to pay to you.',
        'A refund that still arrives is paid to your bank, and a late charge is drawn from it.',
        'You can still sign in and read your statements. If you did not expect this, write to support@headway.localhost.',
        `See your statements: ${product.deps.programs.headway.siteUrl}/reports`,
      ),
    );
  });

  it('speaks of no card where there was none', async () => {
    await product.deps.database.receiver.update({ where: { id: merchant.id }, data: closed });
    expect(ownText(await sent('account_closed', monday, monday))).not.toContain('refund');
  });
});

describe('the warning of a short balance', () => {
  const setBalance = (available: number) => product.press('plaid', 'set_balance', { item_id: merchant.bank.itemId, available });

  it('says how much is missing on the account by what the bank said', async () => {
    await merchant.buys({ amount: 123_456, on: '2026-10-26', due: '2026-11-25' });
    await setBalance(100_000);
    await look(merchant);
    const mail = await sent('balance_looks_short', '2026-11-25', monday);
    expect(mail.subject).toBe('Your balance looks short for the draw of $1,234.56 on Nov 25, 2026');
    expect(ownText(mail)).toContain(
      lines('Missing: $234.56', 'Draw: $1,234.56 on Nov 25, 2026\nFrom: First Harbor Bank, account ending in 4410\nWe would draw safely: $1,000.00'),
    );
    const link = await product.deps.database.bankLink.findFirstOrThrow({ where: { receiver_id: merchant.id } });
    expect(link).toMatchObject({ balance_available_cents: 100_000n, balance_at: new Date(monday) });
  });

  it('is about what is drawn from that account, where the second bank bears another due date of the day', async () => {
    await merchant.buys({ amount: 60_000, on: '2026-10-29', due: '2026-11-28' });
    await merchant.buys({ amount: 40_000, on: '2026-10-30', due: '2026-11-30' });
    await drawsFromSecondBank('2026-11-30');
    const looked = { amount_cents: 60_000n, safe_cents: 50_000n, looks_short: true, checked_at: new Date(monday) };
    await product.deps.database.drawOutlook.create({ data: { receiver_id: merchant.id, debit_date: new Date('2026-11-30'), ...looked } });
    const mail = await sent('balance_looks_short', '2026-11-30', monday);
    expect(mail.subject).toBe('Your balance looks short for the draw of $600.00 on Nov 30, 2026');
    const text = ownText(mail);
    expect(text).toContain('Missing: $100.00');
    expect(text).toContain('draw it from your other bank');
    expect(text).toContain(
      'If you do nothing and it is still short on Nov 30, 2026, we draw what does not fit from your other bank if that can bear it whole.',
    );
  });

  it('offers only what can still be done about a draw that was moved before, while nothing is due that has settled', async () => {
    await merchant.buys({ amount: 123_456, on: '2026-10-26', due: '2026-11-25', status: 'PENDING' });
    await setBalance(100_000);
    await look(merchant);
    const offered = async () =>
      ownText(await sent('balance_looks_short', '2026-11-25', monday))
        .split('\n')
        .filter((line) => line.startsWith('- '));
    expect(await offered()).toEqual(['- move money to this account before that day', '- move the draw by up to 3 banking days']);
    await product.deps.database.emailSent.deleteMany({ where: { receiver_id: merchant.id } });
    const arranged = { due_date: new Date('2026-11-25'), first_on: new Date('2026-11-25'), made_by: 'merchant', made_at: new Date(monday) };
    await product.deps.database.drawArrangement.create({ data: { receiver_id: merchant.id, ...arranged } });
    expect(await offered()).toEqual(['- move money to this account before that day']);
  });

  it('is not sent when there is just enough', async () => {
    await merchant.buys({ amount: 100_000, on: '2026-10-26', due: '2026-11-25' });
    await setBalance(100_000);
    await look(merchant);
    expect(await merchant.letter('balance_looks_short', '2026-11-25', monday)).toBeUndefined();
  });

  it('is not sent when the bank wants a new sign-in and does not tell', async () => {
    await merchant.buys({ amount: 100_000, on: '2026-10-26', due: '2026-11-25' });
    await setBalance(100);
    await product.press('plaid', 'break_link', { item_id: merchant.bank.itemId });
    await look(merchant);
    await merchant.letter('balance_looks_short', '2026-11-25', monday);
    // The letter about the broken link may have come meanwhile.
    expect(await product.deps.database.emailSent.count({ where: { receiver_id: merchant.id, kind: 'balance_looks_short' } })).toBe(0);
  });
});

describe('the letter about a draw of which only a part was made', () => {
  it('tells what is drawn later of what was due, not what else is drawn on that day', async () => {
    await merchant.buys({ amount: 20_000, on: '2026-10-26', due: '2026-11-25' });
    await merchant.buys({ amount: 5_000, on: '2026-10-28', due: '2026-11-27' });
    const day = { due_date: new Date('2026-11-25'), first_on: new Date('2026-11-25') };
    const putOff = { first_cents: 13_500n, rest_on: new Date('2026-11-27'), made_by: 'us', made_at: new Date(monday) };
    await product.deps.database.drawArrangement.create({ data: { receiver_id: merchant.id, ...day, ...putOff } });
    await merchant.draw('pending', 13_500, '2026-11-25');
    const mail = await sent('repayment_split', '2026-11-25', '2026-11-25T16:00:00Z');
    expect(mail.subject).toBe('We draw $65.00 of your repayment on Nov 27, 2026 instead of today');
    expect(ownText(mail)).toContain(lines('Drawn on Nov 27, 2026: $65.00', 'Drawn today: $135.00\nFrom: First Harbor Bank, account ending in 4410'));
  });
});

describe('the Monday summary', () => {
  it('tells the week before and the week to come', async () => {
    await merchant.hasSpendingPower(1_000_000);
    await merchant.buys({ amount: 99_900, on: '2026-11-15', due: '2026-12-15', from: 'BEFORE THE WEEK' });
    await merchant.buys({ amount: 120_000, on: '2026-11-16', due: '2026-12-16', from: 'AMZN*2K4' });
    await merchant.buys({ amount: 3_456, on: '2026-11-22', due: '2026-12-22', from: 'Tom & Jerry’s' });
    await merchant.buys({ amount: 50, on: '2026-11-18', due: '2026-12-18', from: 'PARKING' });
    await merchant.buys({ amount: 40, on: '2026-11-18', due: '2026-12-18', from: 'NOT AMONG THE LARGEST' });
    await merchant.buys({ amount: 77_700, on: '2026-11-23', due: '2026-12-23', from: 'AFTER THE WEEK' });
    await merchant.buys({ amount: 30_000, on: '2026-10-20', due: '2026-11-18' });
    await merchant.draw('settled', 30_000, '2026-11-18', { finished_at: new Date('2026-11-20T12:00:00Z') });
    await merchant.buys({ amount: 8_000, on: '2026-10-25', due: '2026-11-24' });
    await merchant.buys({ amount: 2_000, on: '2026-10-26', due: '2026-11-26' });
    await merchant.buys({ amount: 1_000, on: '2026-10-27', due: '2026-11-30' });
    await merchant.earnsCashback(300, '2026-11-18');
    const mail = await sent('monday_summary', '2026-11-23', monday);
    expect(mail.subject).toBe('Last week: $1,235.46 spent. This week: $97.00 to repay');
    expect(ownText(mail)).toBe(
      lines(
        'Last week: $1,235.46 spent. This week: $97.00 to repay',
        'LAST WEEK, NOV 16, 2026 TO NOV 22, 2026',
        'Spent: $1,235.46\nRepaid: $300.00\nCashback: $3.00',
        'Your largest purchases:',
        'AMZN*2K4: $1,200.00\nTom & Jerry’s: $34.56\nPARKING: $0.50',
        'THIS WEEK',
        // The amount due on Thanksgiving is debited on the day after; cashback paid the first $3.00.
        'Withdrawal on Nov 24, 2026: $77.00\nWithdrawal on Nov 27, 2026: $20.00',
        'NOW',
        // What was repaid on Friday can still come back.
        'Available to spend: $6,581.54\nTotal limit: $10,000.00\nOutstanding: $3,118.46',
        `Open the dashboard: ${product.deps.programs.headway.siteUrl}/`,
      ),
    );
  });

  it('says that nothing will be withdrawn', async () => {
    await merchant.buys({ amount: 5_000, on: '2026-11-18', due: '2026-12-18' });
    const mail = await sent('monday_summary', '2026-11-23', monday);
    expect(mail.subject).toBe('Last week: $50.00 spent. This week: nothing to repay');
    expect(ownText(mail)).toContain('THIS WEEK\n\nNothing will be withdrawn.');
  });

  it('is not sent to somebody who neither bought nor owes anything', async () => {
    expect(await merchant.letter('monday_summary', '2026-11-23', monday)).toBeUndefined();
  });
});

describe('the warning of spending power', () => {
  it.each([
    [75, 75_000, '75% of your spending power is used', '$250.00', 'A purchase over what is available is declined.'],
    [90, 90_000, '90% of your spending power is used', '$100.00', 'A purchase over what is available is declined.'],
    [100, 130_000, 'All of your spending power is used', '$0.00', 'Purchases are declined until something is paid back.'],
  ])('at %i %% says what is left and when the next payment frees some', async (threshold, owed, subject, available, advice) => {
    await merchant.hasSpendingPower(100_000);
    await merchant.buys({ amount: owed, on: '2026-11-18', due: '2026-12-18' });
    const mail = await sent('spending_power_warning', `${threshold} after none`, monday);
    expect(mail.subject).toBe(subject);
    expect(ownText(mail)).toContain(
      `Available to spend: ${available}\n\nTotal limit: $1,000.00\nOutstanding: $${owed === 130_000 ? '1,300' : owed / 100}.00\nNext payment: `,
    );
    expect(ownText(mail)).toContain(`on Dec 18, 2026\n\n${advice} Pay now to free spending power before the next payment.`);
    const stored = await product.deps.database.receiver.findUniqueOrThrow({ where: { id: merchant.id } });
    expect(stored.last_spending_power_warning_email?.toISOString()).toBe('2026-11-23T14:00:00.000Z');
  });

  it('is not sent when less is used by now', async () => {
    await merchant.hasSpendingPower(100_000);
    await merchant.buys({ amount: 74_999, on: '2026-11-18', due: '2026-12-18' });
    expect(await merchant.letter('spending_power_warning', '75 after none', monday)).toBeUndefined();
  });
});

describe('the letters of a pause', () => {
  const hold = (flags: object, card: object = { is_held: true, state: 'PAUSED' }) =>
    Promise.all([
      product.deps.database.receiver.update({ where: { id: merchant.id }, data: flags }),
      product.deps.database.card.updateMany({ where: { receiver_id: merchant.id }, data: card }),
    ]);
  it.each([
    [{ is_locked: true }, 'Your account is locked'],
    [{ is_fraud: true }, 'Your account is under review'],
    [{ is_black_listed: true, is_locked: true }, 'Your account is locked; Your account is closed to new purchases'],
  ])('say why: %j', async (flags, why) => {
    await hold(flags);
    const mail = await sent('card_paused', monday, monday);
    expect(ownText(mail)).toBe(
      lines(
        'We paused your card ending in 4242',
        `${why}. Until that is settled the card cannot be used, and purchases with it are declined.`,
        'While the account is stopped, nothing is drawn from your bank. What you owe stays due on its dates, and you can pay it on your dashboard. Write to support@headway.localhost to ask what is needed.',
        `Open the dashboard: ${product.deps.programs.headway.siteUrl}/`,
      ),
    );
  });

  it('say of an EIN that backs another account that repayments are drawn as ever', async () => {
    await hold({});
    const { id: receiver_id } = merchant;
    const identity_encrypted = product.deps.secrets.encrypt('identity', { table: 'identity_claim', column: 'identity_encrypted', owner: receiver_id });
    const hash = product.deps.secrets.fingerprints(receiver_id)[0];
    await product.deps.database.identityClaim.create({
      data: { receiver_id, kind: 'ein', hash, identity_encrypted, state: 'flagged', claimed_at: new Date(monday) },
    });
    const text = ownText(await sent('card_paused', monday, monday));
    expect(text).toContain('Another account uses your EIN or store, so our team checks yours first. Until that is settled the card cannot be used');
    expect(text).toContain('What you owe is drawn on its dates as ever. Write to support@headway.localhost to ask what is needed.');
  });

  it('are not sent of a repayment that failed, which has its own, nor of a hold that is over', async () => {
    await hold({});
    expect(await merchant.letter('card_paused', monday, monday)).toBeUndefined();
    await hold({ is_locked: true }, { is_held: false, state: 'OPEN' });
    expect(await merchant.letter('card_paused', monday, monday)).toBeUndefined();
  });

  it('end with one when the card works again', async () => {
    expect((await sent('card_reopened', monday, monday)).subject).toBe('Your card ending in 4242 works again');
  });

  it('are one for all cards of an account', async () => {
    const { shipping_address: _, ...card } = await product.deps.database.card.findFirstOrThrow({ where: { receiver_id: merchant.id } });
    await product.deps.database.card.create({ data: { ...card, token: randomUUID(), last_four: '1881' } });
    await hold({ is_locked: true });
    const text = ownText(await sent('card_paused', monday, monday));
    expect(text).toContain('We paused the cards of your account');
    expect(text).toContain('Until that is settled none of them can be used, and purchases are declined.');
    await hold({ is_locked: false }, { is_held: false, state: 'OPEN' });
    expect(ownText(await sent('card_reopened', monday, monday))).toContain('we have opened your cards again');
  });
});

describe('the letter of a change by staff', () => {
  it('says what was changed', async () => {
    const mail = await sent('staff_change', `reset_bank ${monday}`, monday);
    expect(mail.subject).toBe('Support changed something on your account');
    expect(ownText(mail)).toContain('We unlinked your bank account. Please link it again.');
  });

  it('is not sent in a program that does not tell', async () => {
    const other = await newCorrespondent(product, { whitelabel: 'card' });
    expect(await other.letter('staff_change', `reset_bank ${monday}`, monday)).toBeUndefined();
  });

  it.each(['lock_account', 'mark_as_fraud'])('leaves %s to the letter of the pause, where there is a card to pause', async (change) => {
    expect(await merchant.letter('staff_change', `${change} ${monday}`, monday)).toBeUndefined();
    await product.deps.database.card.deleteMany({ where: { receiver_id: merchant.id } });
    expect((await sent('staff_change', `${change} later`, monday)).subject).toBe('Support changed something on your account');
  });
});

describe('letters about what was set up', () => {
  const own = () => ({ where: { receiver_id: merchant.id } });
  const aboutBank = async (word: string) => {
    const link = await product.deps.database.bankLink.findFirstOrThrow(own());
    return `${link.id}:${word}:2026-11-23`;
  };

  it.each([
    ['expiring', 'The link to your bank ends soon', 'Your bank will soon ask you to confirm the link to your account. Sign in there once to keep it.'],
    ['login_required', 'Please sign in to your bank again', 'Your bank asks you to sign in again. Until then we cannot see the account.'],
    ['revoked', 'Your bank account is no longer linked', 'The link to your bank account was ended at your bank. Link it again to keep using your card.'],
  ])('a bank link that is %s is told of with what helps, while it is so', async (health, subject, text) => {
    expect(await merchant.letter('bank_status', await aboutBank(health), monday)).toBeUndefined();
    await product.deps.database.bankLink.updateMany({ ...own(), data: { health } });
    const mail = await sent('bank_status', await aboutBank(health), monday);
    expect(ownText(mail).split('\n\n').slice(0, 3)).toEqual([subject, text, 'Account: First Harbor Bank, account ending in 4410']);
  });

  it.each([
    [
      'expiring',
      'The link to your second bank ends soon',
      'The bank of your second account will soon ask you to confirm the link. Sign in there once to keep it.',
    ],
    [
      'login_required',
      'Please sign in to your second bank again',
      'The bank of your second account asks you to sign in again. Until then no repayment is drawn from that account.',
    ],
    [
      'revoked',
      'Your second bank account is no longer linked',
      'The link to your second account was ended at its bank. No repayment is drawn from it until you link it again.',
    ],
  ])('a second bank that is %s is told of as such, with the way to its settings', async (health, subject, text) => {
    await product.deps.database.bankLink.updateMany({ ...own(), data: { health, role: 'fallback' } });
    const mail = await sent('bank_status', await aboutBank(health), monday);
    expect(ownText(mail).split('\n\n').slice(0, 3)).toEqual([subject, text, 'Account: First Harbor Bank, account ending in 4410']);
    expect(mail.text).toContain('/settings#second-bank');
  });

  it.each([
    ['ACCEPTED', [], 'Your business is verified', 'The card issuer has verified your business. Your card is ready as soon as every other step is done.'],
    [
      'PENDING_RESUBMIT',
      ['ADDRESS_VERIFICATION_FAILURE', 'ADDRESS_VERIFICATION_FAILURE'],
      'Please correct your business details',
      `The card issuer could not confirm everything that you entered:\n\n- ${reasonInWords('ADDRESS_VERIFICATION_FAILURE').message}`,
    ],
  ])('a decision of %s for %j is told of in words, while it stands', async (kyb_status, kyb_status_reasons, subject, text) => {
    expect(await merchant.letter('kyb_status', `1:${kyb_status}`, monday)).toBeUndefined();
    await product.deps.database.receiver.update({ where: { id: merchant.id }, data: { kyb_status, kyb_status_reasons } });
    expect(ownText(await sent('kyb_status', `1:${kyb_status}`, monday))).toContain(lines(subject, text));
  });

  it.each([
    ['ACCEPTED', [], 'Your business is verified', 'The card issuer has looked at your business again and verified it. Nothing more is needed for that.'],
    [
      'REJECTED',
      ['RISK_THRESHOLD_FAILURE'],
      'Your business is no longer accepted',
      `The card issuer has looked at your business again and no longer accepts it:\n\n- ${reasonInWords('RISK_THRESHOLD_FAILURE').message}`,
    ],
  ])('a decision of %s for %j about a business that has its card speaks of no card to come', async (kyb_status, kyb_status_reasons, subject, text) => {
    await product.deps.database.receiver.update({
      where: { id: merchant.id },
      data: { kyb_status, kyb_status_reasons, lithic_card_token: merchant.cardToken },
    });
    expect(ownText(await sent('kyb_status', `1:${kyb_status}`, monday))).toContain(lines(subject, text));
  });

  it('a decision that the issuer has taken back and made again since is told of once', async () => {
    const { database } = product.deps;
    await database.receiver.update({ where: { id: merchant.id }, data: { kyb_status: 'PENDING_DOCUMENT', kyb_status_reasons: [] } });
    await database.timelineEvent.createMany({
      data: ['PENDING_DOCUMENT', 'PENDING_REVIEW', 'PENDING_DOCUMENT'].map((status) => ({
        receiver_id: merchant.id,
        kind: 'kyb_status_changed',
        details: { status },
        at: new Date(monday),
      })),
    });
    expect(await merchant.letter('kyb_status', '1:PENDING_DOCUMENT:1', monday)).toBeUndefined();
    expect((await sent('kyb_status', '1:PENDING_DOCUMENT:3', monday)).subject).toBe('A document is needed');
  });

  it('a store that wants a new sign-in is told of by its name', async () => {
    const link = await product.deps.database.commerceLink.create({
      data: {
        receiver_id: merchant.id,
        source: 'bigcommerce',
        handle: 'h_0123456789abcdef01234567',
        connection_id: 'c',
        platform: 'SHOPIFY',
        store_name: 'Tom <b>& Co</b>',
        needs_update: true,
      },
    });
    const mail = await sent('store_status', `${link.id}:needs_update:2026-11-23`, monday);
    expect(ownText(mail)).toContain('Tom <b>& Co</b> asks you to sign in again.');
    expect(mail.html).toContain('Tom &lt;b&gt;&amp; Co&lt;/b&gt; asks you to sign in again.');
  });

  it('a card in the mail is told of with its tracking number', async () => {
    await product.deps.database.card.updateMany({ ...own(), data: { shipped_at: new Date(monday), tracking_number: '1Z999' } });
    expect(ownText(await sent('card_shipped', merchant.cardToken, monday))).toContain(
      lines(
        'Your Headway card is in the mail',
        'Your physical card ending in 4242 is on its way. When it arrives, activate it on your dashboard to use it in stores.',
        'Tracking number: 1Z999',
      ),
    );
  });
});
