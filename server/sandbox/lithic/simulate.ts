import { randomUUID } from 'node:crypto';
import { Router } from 'express';
import { z } from 'zod';
import { handle } from '../core/handle.ts';
import { listPage } from './lists.ts';
import { merchantNamed } from './merchants.ts';
import { advise, authorize, authorizeCredit, clear, type Purchase, refund, release, reverseReturn } from './network.ts';
import { notFound, parse, refuse } from './refusal.ts';
import type { LithicState, StoredCard } from './state.ts';

const cents = z.int().min(0);
const pan = z.string().regex(/^\d{16}$/, 'must be a card number of 16 digits');

const creditBody = {
  amount: cents,
  descriptor: z.string().min(1),
  pan,
  mcc: z.string().optional(),
  merchant_acceptor_city: z.string().optional(),
  merchant_acceptor_country: z.string().optional(),
  merchant_acceptor_id: z.string().optional(),
  merchant_acceptor_state: z.string().optional(),
};
const authorizeBody = z.strictObject({
  ...creditBody,
  merchant_amount: cents.optional(),
  merchant_currency: z.string().length(3).optional(),
  partial_approval_capable: z.boolean().optional(),
  pin: z.string().optional(),
  status: z
    .enum(['AUTHORIZATION', 'BALANCE_INQUIRY', 'CREDIT_AUTHORIZATION', 'FINANCIAL_AUTHORIZATION', 'FINANCIAL_CREDIT_AUTHORIZATION'])
    .default('AUTHORIZATION'),
});
const creditAuthorizeBody = z.strictObject(creditBody);
const returnBody = z.strictObject({ amount: cents, descriptor: z.string().min(1), pan });
/** The issuer's simulator knows these currencies, and takes any other for GBP. */
const simulatedCurrencies: readonly string[] = ['USD', 'GBP', 'EUR'];
const tokenBody = z.strictObject({ token: z.uuid() });
const adviceBody = z.strictObject({ token: z.uuid(), amount: cents });
const clearingBody = z.strictObject({ token: z.uuid(), amount: cents.optional() });
const voidBody = clearingBody.extend({ type: z.enum(['AUTHORIZATION_EXPIRY', 'AUTHORIZATION_REVERSAL']).optional() });

/** Plays the network. Returns the transaction that it began; undefined when it changed one. */
type Simulation = (state: LithicState, body: unknown) => Promise<{ token: string } | undefined>;

async function cardOf({ cards }: LithicState, number: string): Promise<StoredCard> {
  const card = await cards.findOne({ card: { pan: number } });
  if (!card) throw refuse(422, 'No card has this pan');
  return card;
}

async function purchaseOf(state: LithicState, body: z.infer<typeof authorizeBody> | z.infer<typeof creditAuthorizeBody>): Promise<Purchase> {
  const merchant = merchantNamed(body.descriptor);
  const named = 'merchant_currency' in body ? body.merchant_currency : undefined;
  const currency = named === undefined || simulatedCurrencies.includes(named) ? named : 'GBP';
  const price = 'merchant_amount' in body ? body.merchant_amount : undefined;
  return {
    card: await cardOf(state, body.pan),
    amount: { cents: body.amount, ...(currency !== undefined && currency !== 'USD' && { merchant: { amount: price ?? body.amount, currency } }) },
    merchant: {
      ...merchant,
      mcc: body.mcc ?? merchant.mcc,
      city: body.merchant_acceptor_city ?? merchant.city,
      state: body.merchant_acceptor_state ?? merchant.state,
      country: body.merchant_acceptor_country ?? merchant.country,
      acceptorId: body.merchant_acceptor_id ?? merchant.acceptorId,
    },
    partial: 'partial_approval_capable' in body && body.partial_approval_capable === true,
  };
}

const tokenOnly = ({ token }: { token: string }) => ({ token });

const simulateAuthorization: Simulation = async (state, body) => {
  const asked = parse(authorizeBody, body);
  const purchase = await purchaseOf(state, asked);
  switch (asked.status) {
    case 'CREDIT_AUTHORIZATION':
    case 'FINANCIAL_CREDIT_AUTHORIZATION':
      return tokenOnly(await authorizeCredit(state, purchase, asked.status));
    default:
      return tokenOnly(await authorize(state, { ...purchase, type: asked.status }));
  }
};

const simulateCredit =
  (type: 'CREDIT_AUTHORIZATION' | 'CREDIT_AUTHORIZATION_ADVICE'): Simulation =>
  async (state, body) =>
    tokenOnly(await authorizeCredit(state, await purchaseOf(state, parse(creditAuthorizeBody, body)), type));

const simulateAdvice: Simulation = async (state, body) => {
  const { token, amount } = parse(adviceBody, body);
  return tokenOnly(await advise(state, token, amount));
};

const simulateClearing: Simulation = async (state, body) => {
  const { token, amount } = parse(clearingBody, body);
  await clear(state, token, amount);
  return undefined;
};

const simulateVoid: Simulation = async (state, body) => {
  const { token, amount, type } = parse(voidBody, body);
  const settled = (await state.transactions.get(token))?.settled_amount ?? 0;
  if (settled !== 0) throw refuse(400, 'A partially cleared transaction cannot be voided here');
  await release(state, token, { ...(amount !== undefined && { cents: amount }), ...(type && { type }) });
  return undefined;
};

const simulateReturn: Simulation = async (state, body) => {
  const { amount, descriptor, pan: number } = parse(returnBody, body);
  return tokenOnly(await refund(state, { card: await cardOf(state, number), amount: { cents: amount }, merchant: merchantNamed(descriptor) }));
};

const simulateReturnReversal: Simulation = async (state, body) => {
  await reverseReturn(state, parse(tokenBody, body).token);
  return undefined;
};

/** Answers a simulate call with 201, and the token of the transaction that it began, if any. */
const simulated = (state: LithicState, simulate: Simulation) =>
  handle(async ({ body }, response) => {
    const begun = await simulate(state, body);
    response.status(201);
    return { ...begun, debugging_request_id: randomUUID() };
  });

const listTransactions = ({ transactions }: LithicState) =>
  handle((request) => {
    const { account_token, card_token, status, result } = request.query;
    const match = { account_token, card_token, status, ...(result === 'APPROVED' && { result }), ...(result === 'DECLINED' && { status: 'DECLINED' }) };
    return listPage(request, { collection: transactions, match, isByTime: true, shape: (transaction) => transaction });
  });

const readTransaction = ({ transactions }: LithicState) =>
  handle(async ({ params }) => {
    const transaction = await transactions.get(params.token ?? '');
    if (!transaction) throw notFound();
    return transaction;
  });

const expireAuthorization = (state: LithicState) =>
  handle(async ({ params }, response) => {
    await release(state, params.token ?? '', { type: 'AUTHORIZATION_EXPIRY' });
    response.status(204).end();
  });

/** Serves /v1/transactions, and the simulate calls that play the card network. */
export function transactionRoutes(state: LithicState): Router {
  const router = Router();
  router.get('/transactions', listTransactions(state));
  router.get('/transactions/:token', readTransaction(state));
  router.post('/transactions/:token/expire_authorization', expireAuthorization(state));
  router.post('/simulate/authorize', simulated(state, simulateAuthorization));
  router.post('/simulate/credit_authorization', simulated(state, simulateCredit('CREDIT_AUTHORIZATION')));
  router.post('/simulate/credit_authorization_advice', simulated(state, simulateCredit('CREDIT_AUTHORIZATION_ADVICE')));
  router.post('/simulate/authorization_advice', simulated(state, simulateAdvice));
  router.post('/simulate/clearing', simulated(state, simulateClearing));
  router.post('/simulate/void', simulated(state, simulateVoid));
  router.post('/simulate/return', simulated(state, simulateReturn));
  router.post('/simulate/return_reversal', simulated(state, simulateReturnReversal));
  return router;
}
