import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Prisma } from '../../server/db/client.ts';
import { followTransfer } from '../../server/services/repayment/followTransfer.ts';
import { planDueDraws } from '../../server/services/repayment/planDraws.ts';
import { sendOpenDraws } from '../../server/services/repayment/sendDraw.ts';
import { ask } from '../support/ask.ts';
import { advanceBankingDays, untilDebited } from '../support/bankingDays.ts';
import { type Cardholder, newCardholder, spend } from '../support/cardholder.ts';
import { eventually } from '../support/eventually.ts';
import { type TestProduct, testProduct } from '../support/product.ts';

let product: TestProduct;
let merchant: Cardholder;
beforeAll(async () => {
  product = await testProduct();
  await product.press('lithic', 'clearing_days', { days: 0 });
  await advanceBankingDays(product, 1);
  merchant = await newCardholder(product);
  await eventually('the first limit', async () => {
    const card = await product.deps.database.card.findFirstOrThrow({ where: own() });
    return card.spend_limit === 100_000n;
  });
  await untilDebited(product);
});
afterAll(() => product.stop());

const own = () => ({ receiver_id: merchant.receiver.id });
const draw = () => product.deps.database.draw.findFirstOrThrow({ where: own() });
/** The debit, not the cashback that it earns. */
const stored = () => product.deps.database.bankTransfer.findFirstOrThrow({ where: { ...own(), draw_id: { not: null } } });
const reached = (status: string) => eventually(`the draw is ${status}`, async () => (await draw()).status === status);

/** Returns how often the bank was asked for a single transfer. */
async function readings(): Promise<number> {
  const { body } = await ask(`${product.sandboxUrl}/control/journal?stand_in=plaid&limit=500`, {});
  return (body.entries as { path: string }[]).filter(({ path }) => path.endsWith('/transfer/get')).length;
}

it('a debit is followed from its order to its return by the bank’s events, and asked for once, when it settles', async () => {
  const { token } = await spend(product, merchant, 20_000, { settle: true });
  await eventually('the settled purchase', () => product.deps.database.cardTransaction.findFirst({ where: { token, status: 'SETTLED' } }));
  await planDueDraws(product.deps, merchant.scope);
  await sendOpenDraws(product.deps, merchant.scope);
  const ordered = await stored();
  await advanceBankingDays(product, 1);
  await reached('posted');
  await advanceBankingDays(product, 1);
  await reached('settled');
  await product.press('plaid', 'fail_repayment', { transfer_id: (await draw()).transfer_id, code: 'R01' });
  await reached('returned');
  expect(await stored()).toMatchObject({
    ...{ status: 'returned', failure_code: 'R01', amount_cents: 20_000n, created_at: ordered.created_at },
    expected_settlement_date: ordered.expected_settlement_date,
  });
  const kinds = (await product.deps.database.ledgerTransfer.findMany({ where: own(), orderBy: { at: 'asc' } })).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind.startsWith('repayment'))).toEqual(['repayment', 'repayment_return']);
  // The bank alone tells until when a debit that has settled can come back.
  expect(await readings()).toBe(1);
});

it.each<[string, Prisma.BankTransferEventUpdateManyMutationInput]>([
  ['tells another amount', { amount_cents: 19_999n }],
  ['tells another direction', { direction: 'credit' }],
  ['was stored without an amount', { amount_cents: null }],
  ['tells a state that is new to us', { type: 'on_hold' }],
  ['tells a state before ours', { type: 'posted' }],
  ['tells a failure without its code', { failure_code: null }],
])('a transfer whose newest event %s is read at the bank', async (_, doubt) => {
  const transfer = await stored();
  const newest = await product.deps.database.bankTransferEvent.findFirstOrThrow({ where: own(), orderBy: { event_id: 'desc' } });
  const { event_id } = newest;
  await product.deps.database.bankTransferEvent.updateMany({ where: { event_id }, data: doubt });
  const before = await readings();
  await followTransfer(product.deps, merchant.scope, transfer.provider_transfer_id ?? '');
  await eventually('the reading', async () => (await readings()) === before + 1);
  const { type, direction, amount_cents, failure_code } = newest;
  await product.deps.database.bankTransferEvent.updateMany({ where: { event_id }, data: { type, direction, amount_cents, failure_code } });
  expect(await stored()).toEqual(transfer);
});
