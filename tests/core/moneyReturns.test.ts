import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { formatShortDate } from '../../server/domain/basics/dateFormats.ts';
import { createPlaid } from '../../server/providers/plaid/index.ts';
import { endBankLink } from '../../server/services/bank/endBankLink.ts';
import { readAccount } from '../../server/services/ledger/account.ts';
import { withLockedReceiver } from '../../server/services/ledger/lockedReceiver.ts';
import { followTransfer } from '../../server/services/repayment/followTransfer.ts';
import { planDueDraws } from '../../server/services/repayment/planDraws.ts';
import { sendOpenDraws } from '../../server/services/repayment/sendDraw.ts';
import { syncTransfer } from '../../server/services/repayment/syncTransfer.ts';
import { syncTransferEvents } from '../../server/services/repayment/syncTransferEvents.ts';
import type { OpenDeps } from '../../server/start/product.ts';
import { ask } from '../support/ask.ts';
import { advanceBankingDays, untilDebited } from '../support/bankingDays.ts';
import { type Cardholder, linkBank, newCardholder, spend } from '../support/cardholder.ts';
import { inboxOf } from '../support/correspondent.ts';
import { eventually } from '../support/eventually.ts';
import { signUp } from '../support/people.ts';
import { type TestProduct, testProduct } from '../support/product.ts';

let product: TestProduct;
let merchant: Cardholder;
beforeAll(async () => {
  product = await testProduct();
  await product.press('lithic', 'clearing_days', { days: 0 });
  await advanceBankingDays(product, 1);
});
afterAll(() => product.stop());

beforeEach(async () => {
  merchant = await newCardholder(product);
  await eventually('the first limit', async () => (await card()).spend_limit === 100_000n);
  await untilDebited(product);
});
const webhooks = (manners: object) => ask(`${product.sandboxUrl}/control/webhooks/plaid`, { method: 'PATCH', body: manners });
afterEach(async () => {
  await product.press('plaid', 'transfer_limit', { limit: 25_000_000 });
  await webhooks({ held: false });
});

const own = () => ({ receiver_id: merchant.receiver.id });
const draws = () => product.deps.database.draw.findMany({ where: own(), orderBy: [{ due_date: 'asc' }, { attempt: 'asc' }] });
const card = () => product.deps.database.card.findFirstOrThrow({ where: own() });
const link = () => product.deps.database.bankLink.findFirstOrThrow({ where: own(), orderBy: { linked_at: 'desc' } });
const differences = () => product.deps.database.reconciliationDifference.findMany({ where: own() });
const letters = async () => (await inboxOf(product, merchant.email)).map(({ subject, text }) => `${subject}\n${text.replaceAll(/\s+/g, ' ')}`);

async function buy(amount: number): Promise<void> {
  const { token } = await spend(product, merchant, amount, { settle: true });
  await eventually('the settled purchase', () => product.deps.database.cardTransaction.findFirst({ where: { token, status: 'SETTLED' } }));
}

async function drawToday(deps: OpenDeps = product.deps): Promise<void> {
  await planDueDraws(deps, merchant.scope);
  await sendOpenDraws(deps, merchant.scope);
}

/** Draws $200 and has the bank send it back the next banking day. Returns the draw that came back. */
async function sentBack(code: string) {
  await buy(20_000);
  await drawToday();
  return comesBack(1, code);
}

/** Makes the bank send a due date's draw back the next banking day. Returns the draw then. */
async function comesBack(attempt: number, code: string) {
  const find = () => product.deps.database.draw.findFirstOrThrow({ where: { ...own(), attempt } });
  const transfer_id = (await find()).transfer_id ?? '';
  await advanceBankingDays(product, 1);
  await product.press('plaid', 'fail_repayment', { transfer_id, code });
  await syncTransfer(product.deps, merchant.scope, transfer_id);
  return find();
}

/** The descriptions of this merchant's debits at the bank, oldest first. */
async function statement(): Promise<string[]> {
  const ids = (await draws()).flatMap(({ transfer_id }) => transfer_id ?? []);
  const rows = await product.deps.database.$queryRaw<{ description: string }[]>`
    SELECT data #>> '{transfer,description}' AS description FROM sandbox.object
    WHERE stand_in = 'plaid' AND kind = 'transfer' AND data #>> '{transfer,id}' = ANY(${ids}) ORDER BY seq`;
  return rows.map(({ description }) => description);
}

/** Codes that are handled alike stand in a test of the rules, `returnCodes`: one of each kind comes back here. */
describe('a debit that came back', () => {
  it.each(['R01'])('with %s is presented once more two banking days later, marked as a retry, and then no more', async (code) => {
    const first = await sentBack(code);
    expect(first).toMatchObject({ failure_code: code, presentment: 1, open_cents: 20_000n });
    await advanceBankingDays(product, 1);
    await drawToday();
    expect(await draws()).toHaveLength(1);
    await advanceBankingDays(product, 1);
    await drawToday();
    expect((await draws())[1]).toMatchObject({ status: 'pending', attempt: 2, amount_cents: 20_000n, retry_of: first.id, presentment: 2 });
    await comesBack(2, code);
    await advanceBankingDays(product, 4);
    await drawToday();
    expect(await statement()).toEqual(['REPAYMENT', 'Retry 1']);
    expect((await link()).unlinked_at).toBeNull();
    expect(await differences()).toEqual([]);
  });

  it.each(['before', 'after'])('leaves to be paid what a refund did not pay, also when we learn of the refund %s the return', async (order) => {
    await buy(20_000);
    await webhooks({ held: true });
    await drawToday();
    const { transfer_id } = (await draws())[0] ?? {};
    await advanceBankingDays(product, 1);
    await product.press('plaid', 'fail_repayment', { transfer_id, code: 'R01' });
    const learnOfReturn = async () => {
      await syncTransferEvents(product.deps);
      await followTransfer(product.deps, merchant.scope, transfer_id ?? '');
    };
    if (order === 'after') await learnOfReturn();
    await pause(5);
    await product.press('lithic', 'refund', { card_token: merchant.cardToken, amount: 3_000 });
    await eventually('the refund', () => product.deps.database.ledgerTransfer.findFirst({ where: { ...own(), kind: 'refund' } }));
    if (order === 'before') await learnOfReturn();
    expect((await draws())[0]).toMatchObject({ status: 'returned', open_cents: 17_000n });
  });

  it.each(['R02'])('with %s ends the bank link and asks for another account', async (code) => {
    await sentBack(code);
    const ended = await eventually('the removed link', async () => {
      const present = await link();
      return present.removed_at !== null && present;
    });
    expect(ended).toMatchObject({ access_token: null, unlinked_at: expect.any(Date) });
    const record = await product.deps.database.receiver.findUniqueOrThrow({ where: { id: merchant.receiver.id } });
    expect(record).toMatchObject({ plaid_access_token: null, plaid_item_id: null, plaid_account_id: null });
    await eventually('the letter', async () =>
      (await letters()).some((text) => text.includes('We no longer use this bank account. Link another one, then pay now on your dashboard.')),
    );
    await advanceBankingDays(product, 3);
    await drawToday();
    expect(await draws()).toHaveLength(1);

    // The failed amount stays the merchant's to pay; later purchases are drawn from the other account.
    await linkBank(product, merchant.receiver.id);
    await drawToday();
    expect(await draws()).toHaveLength(1);
    const path = `/api/users/${merchant.receiver.token}/pay_now`;
    const body = { pay: 'all', amount_cents: 20_000 };
    const paid = await product.call(path, { method: 'POST', token: merchant.token, headers: { 'idempotency-key': randomUUID() }, body });
    expect(paid.status).toBe(202);
    await eventually('the payment', async () => (await draws()).some(({ kind, status }) => kind === 'pay_now' && status === 'pending'));
  });

  it('ends no link that the merchant has replaced meanwhile', async () => {
    await buy(20_000);
    await drawToday();
    await product.deps.database.bankLink.updateMany({ where: own(), data: { unlinked_at: product.deps.clock() } });
    await linkBank(product, merchant.receiver.id);
    await comesBack(1, 'R02');
    expect((await link()).unlinked_at).toBeNull();
    const record = await product.deps.database.receiver.findUniqueOrThrow({ where: { id: merchant.receiver.id } });
    expect(record.plaid_access_token).not.toBeNull();
  });

  it.each(['R05', 'R29'])('with %s stops all debits and tells staff who, how much and why', async (code) => {
    const draw = await sentBack(code);
    const authorization = await product.deps.database.debitAuthorization.findFirstOrThrow({ where: own() });
    expect(authorization).toMatchObject({ ended_at: expect.any(Date), ended_reason: 'returned', ended_code: code });
    expect(await differences()).toMatchObject([
      { subject: 'failed_debit', external_id: draw.id, ours: { amount_cents: 20_000 }, theirs: { code, action: 'stop' }, resolved_at: null },
    ]);
    await advanceBankingDays(product, 3);
    await drawToday();
    expect(await draws()).toHaveLength(1);
    const preview = await product.call(`/api/users/${merchant.receiver.token}/pay_now`, {
      method: 'POST',
      token: merchant.token,
      headers: { 'idempotency-key': randomUUID() },
      body: { pay: 'all', amount_cents: 20_000 },
    });
    expect(preview.body.code).toBe('debit_authorization_needed');
  });

  it('with R08 stops that one debit: what else is due is drawn, staff are told, and the amount is paid by the merchant alone', async () => {
    await buy(20_000);
    await drawToday();
    await advanceBankingDays(product, 1);
    await buy(5_000);
    const [first] = await draws();
    const transfer_id = first?.transfer_id ?? '';
    await product.press('plaid', 'fail_repayment', { transfer_id, code: 'R08' });
    await syncTransfer(product.deps, merchant.scope, transfer_id);
    await eventually('the letter', async () => (await letters()).some((text) => text.includes('You stopped this payment at your bank.')));
    expect(await product.deps.database.debitAuthorization.findFirstOrThrow({ where: own() })).toMatchObject({ ended_at: null });
    expect(await differences()).toMatchObject([{ subject: 'failed_debit', external_id: first?.id, theirs: { code: 'R08', action: 'staff' } }]);
    await advanceBankingDays(product, 4);
    await drawToday();
    expect(await draws()).toMatchObject([
      { status: 'returned', amount_cents: 20_000n },
      { amount_cents: 5_000n, failure_code: null, transfer_id: expect.any(String) },
    ]);
  });

  it('as not authorized stops all debits also when another one has ended the bank link before', async () => {
    await buy(20_000);
    await drawToday();
    const { bank_link_id: linkId, bank_account_id: accountId } = (await draws())[0] ?? {};
    await withLockedReceiver(product.deps, merchant.scope, (transaction) =>
      endBankLink(product.deps, transaction, merchant.scope, { linkId: linkId ?? null, accountId: accountId ?? null, code: 'R02' }),
    );
    await comesBack(1, 'R10');
    await eventually('the letter', async () =>
      (await letters()).some((text) => text.startsWith('Your bank account is no longer debited, and your card is paused')),
    );
    await eventually('the held card', async () => (await card()).is_held);
    // The purchase is refunded: the card stays paused until debits are authorized.
    await product.press('lithic', 'refund', { card_token: merchant.cardToken, amount: 20_000 });
    await eventually('the refund', () => product.deps.database.ledgerTransfer.findFirst({ where: { ...own(), kind: 'refund' } }));
    const record = await product.deps.database.receiver.findUniqueOrThrow({ where: { id: merchant.receiver.id } });
    expect(await readAccount(product.deps, product.deps.database, merchant.scope, record)).toMatchObject({ hasUnpaidDraw: false, areDebitsStopped: true });
    expect((await card()).is_held).toBe(true);
  });

  it.each(['R16', 'R99'])('with %s is not presented again, and goes to staff', async (code) => {
    const draw = await sentBack(code);
    expect(await differences()).toMatchObject([{ subject: 'failed_debit', external_id: draw.id, theirs: { code, action: 'staff' } }]);
    await eventually('the letter', async () => (await letters()).some((text) => text.includes('We do not try again by ourselves.')));
    await advanceBankingDays(product, 4);
    await drawToday();
    expect(await draws()).toHaveLength(1);
  });
});

describe('a failure of our own', () => {
  const nothingToldOrPaused = async () => {
    expect((await card()).is_held).toBe(false);
    expect((await letters()).filter((text) => /failed|paused/.test(text))).toEqual([]);
    const account = (await product.call('/api/receiver', { token: merchant.token })).body;
    expect(account.totalSpendPowerCents).toBe(100_000);
  };

  it('such as a limit of ours costs the merchant neither word nor card nor attempt; the debit is made when it passes', async () => {
    await product.press('plaid', 'transfer_limit', { limit: 100 });
    await buy(20_000);
    for (let run = 0; run < 3; run += 1) await drawToday();
    const [planned, ...more] = await draws();
    expect(more).toEqual([]);
    expect(planned).toMatchObject({ status: 'planned', attempt: 1, failure_code: null, finished_at: null });
    await nothingToldOrPaused();
    // Staff and operators are told once.
    expect(await differences()).toMatchObject([
      { subject: 'debit_not_ordered', external_id: planned?.id, ours: { amount_cents: 20_000 }, theirs: { code: 'TRANSFER_LIMIT_REACHED' }, resolved_at: null },
    ]);

    await product.press('plaid', 'transfer_limit', { limit: 25_000_000 });
    await drawToday();
    expect(await draws()).toMatchObject([{ id: planned?.id, status: 'pending', attempt: 1, debit_date: planned?.debit_date, amount_cents: 20_000n }]);
    expect(await differences()).toMatchObject([{ resolved_at: expect.any(Date) }]);
    expect(await statement()).toEqual(['REPAYMENT']);
  });

  it('such as a wrong key leaves the draw to be sent again', async () => {
    const wrong = createPlaid({ ...product.config.plaid, secret: 'wrong' }, () => {});
    const locked: OpenDeps = {
      ...product.deps,
      providers: { ...product.deps.providers, bank: { ...product.deps.providers.bank, authorizeTransfer: wrong.authorizeTransfer } },
    };
    await buy(20_000);
    await planDueDraws(locked, merchant.scope);
    for (let run = 0; run < 2; run += 1) await expect(sendOpenDraws(locked, merchant.scope)).rejects.toMatchObject({ code: 'INVALID_API_KEYS' });
    await nothingToldOrPaused();
    expect(await draws()).toMatchObject([{ status: 'sending', failure_code: null }]);
    expect(await differences()).toMatchObject([{ subject: 'debit_not_ordered', theirs: { code: 'INVALID_API_KEYS' } }]);
    await drawToday();
    expect(await draws()).toMatchObject([{ status: 'pending', attempt: 1 }]);
    expect(await differences()).toMatchObject([{ resolved_at: expect.any(Date) }]);
  });

  it.each(['error_500', 'rate_limited', 'cut'])('such as %s at the bank leaves the draw to be sent again', async (kind) => {
    await buy(20_000);
    const answer = await fetch(`${product.sandboxUrl}/control/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ stand_in: 'plaid', kind, remaining: 2, path: '/transfer/authorization/create', retry_after_s: 1 }),
    });
    expect(answer.ok).toBe(true);
    await planDueDraws(product.deps, merchant.scope);
    await expect(sendOpenDraws(product.deps, merchant.scope)).rejects.toMatchObject({ provider: 'plaid' });
    await nothingToldOrPaused();
    // For this merchant alone: what others owe would meet the fault of the next round.
    await product.deps.queue.send('draw-repayments', { receiver_id: merchant.receiver.id });
    await eventually('the draw', async () => (await draws())[0]?.status === 'pending');
    expect(await draws()).toHaveLength(1);
  });
});

describe('a refusal of the merchant’s bank', () => {
  it('for want of money is no presentment: what follows is the first', async () => {
    await product.press('plaid', 'set_balance', { item_id: merchant.bank.itemId, available: 100 });
    await buy(20_000);
    await drawToday();
    expect(await draws()).toMatchObject([{ status: 'declined', failure_code: 'NSF', open_cents: 20_000n }]);
    await product.press('plaid', 'set_balance', { item_id: merchant.bank.itemId, available: 1_000_000 });
    await advanceBankingDays(product, 2);
    await drawToday();
    expect((await draws())[1]).toMatchObject({ status: 'pending', presentment: 1, amount_cents: 20_000n });
    expect(await statement()).toEqual(['REPAYMENT']);
  });

  it('of an account that is barred ends its link', async () => {
    await sentBack('R16');
    await product.deps.database.$executeRaw`
      UPDATE sandbox.object SET data = jsonb_set(data, '{transfer,failure_reason,ach_return_code}', '"R02"')
      WHERE stand_in = 'plaid' AND kind = 'transfer' AND data #>> '{transfer,account_id}' = ${merchant.bank.accountId}`;
    const path = `/api/users/${merchant.receiver.token}/pay_now`;
    await product.call(path, {
      method: 'POST',
      token: merchant.token,
      headers: { 'idempotency-key': randomUUID() },
      body: { pay: 'all', amount_cents: 20_000 },
    });
    await eventually('the refusal', async () => (await draws()).some(({ failure_code }) => failure_code === 'TRANSFER_ACCOUNT_BLOCKED'));
    expect((await link()).unlinked_at).not.toBeNull();
  });
});

describe('staff', () => {
  it('read who, how much, which code and what to do, and settle it once', async () => {
    const draw = await sentBack('R29');
    const staff = await signUp(product, { staff: { support: true } });
    const toSettle = async () => {
      const { body } = await product.call('/api/staff/differences', { token: staff.token });
      return body.differences.filter(({ customer }: { customer: { email: string } | null }) => customer?.email === merchant.email);
    };
    const due = formatShortDate(draw.due_date, 'UTC');
    expect(await toSettle()).toEqual([
      {
        id: expect.any(String),
        customer: { token: merchant.receiver.token, email: merchant.email, business_name: 'Corner Bakery' },
        amount_cents: 20_000,
        code: 'R29',
        reference: draw.id,
        text: `The debit of $200.00 due ${due} failed (R29, corporate customer advises not authorized). All debits have stopped until the customer authorizes them again. Ask why, and agree how this is paid.`,
        is_settled_by_hand: true,
        found_at: expect.any(String),
      },
    ]);
    const [{ id }] = await toSettle();
    const settle = () =>
      product.call(`/api/staff/receivers/${merchant.receiver.token}/differences/${id}/settled`, {
        method: 'POST',
        token: staff.token,
        headers: { 'idempotency-key': randomUUID() },
        body: {},
      });
    expect((await settle()).body).toEqual({ settled: true });
    expect(await toSettle()).toEqual([]);
    expect((await settle()).status).toBe(404);
    expect((await product.call('/api/staff/differences', { token: merchant.token })).status).toBe(403);
  });
});
