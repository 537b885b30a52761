import { Router } from 'express';
import {
  type SandboxItemFireWebhookResponse,
  type SandboxItemResetLoginResponse,
  type SandboxPublicTokenCreateResponse,
  TransferStatus,
  AccountBaseVerificationStatusEnum as Verification,
  type WebhookVerificationKeyGetResponse,
} from 'plaid';
import { z } from 'zod';
import { handle } from '../core/handle.ts';
import { bankById } from './banks.ts';
import { publicPart } from './events.ts';
import { accountOf, breakLink, itemByToken, newAccount, newItem, newPublicToken, setVerification } from './items.ts';
import { invalidInput, newRequestId, parse } from './refusal.ts';
import type { PlaidState } from './state.ts';
import { failureOf, moveTransfer, movingTransfers, sendTransferWebhook } from './transferStates.ts';

const publicTokenBody = z.strictObject({
  institution_id: z.string(),
  initial_products: z.array(z.string()).min(1),
  options: z.looseObject({ webhook: z.url().optional() }).optional(),
});
const tokenBody = z.strictObject({ access_token: z.string() });
const verificationBody = z.strictObject({
  access_token: z.string(),
  account_id: z.string(),
  verification_status: z.enum([Verification.AutomaticallyVerified, Verification.VerificationExpired]),
});
const failureBody = z.strictObject({ failure_code: z.string().nullish(), ach_return_code: z.string().nullish(), description: z.string().optional() });
const simulateBody = z.strictObject({
  transfer_id: z.string(),
  event_type: z.enum([TransferStatus.Posted, TransferStatus.Settled, TransferStatus.Failed, TransferStatus.FundsAvailable, TransferStatus.Returned]),
  failure_reason: failureBody.nullish(),
  webhook: z.url().optional(),
});
const webhookBody = z.strictObject({ webhook: z.url() });
const keyBody = z.strictObject({ key_id: z.string() });

/** Serves the provider's own test calls, and the key that verifies its webhook events. */
export function simulateRoutes(state: PlaidState): Router {
  const router = Router();
  const { items, signingKeys } = state;
  const done = () => ({ request_id: newRequestId() });

  router.post(
    '/sandbox/public_token/create',
    handle(async ({ body }): Promise<SandboxPublicTokenCreateResponse> => {
      const { institution_id, initial_products, options } = parse(publicTokenBody, body);
      const bank = bankById(institution_id);
      if (!bank) throw invalidInput('INVALID_INSTITUTION', 'invalid institution_id provided');
      const now = state.now();
      const item = newItem({
        bank,
        accounts: bank.accounts.map((plan) => newAccount(bank, plan, { now })),
        clientUserId: '',
        webhook: options?.webhook ?? null,
        now,
        method: 'INSTANT_AUTH',
        products: initial_products,
      });
      await items.insert(item.item_id, item);
      return { public_token: await newPublicToken(state, item.item_id), request_id: newRequestId() };
    }),
  );

  router.post(
    '/sandbox/item/reset_login',
    handle(async ({ body }): Promise<SandboxItemResetLoginResponse> => {
      await breakLink(state, parse(tokenBody, body).access_token);
      return { reset_login: true, request_id: newRequestId() };
    }),
  );

  router.post(
    '/sandbox/item/set_verification_status',
    handle(async ({ body }) => {
      const { access_token, account_id, verification_status } = parse(verificationBody, body);
      const item = await itemByToken(state, access_token);
      await setVerification(state, item.item_id, accountOf(item, account_id).base.account_id, verification_status);
      return done();
    }),
  );

  router.post(
    '/sandbox/transfer/simulate',
    handle(async ({ body }) => {
      const { transfer_id, event_type, failure_reason, webhook } = parse(simulateBody, body);
      const undone = event_type === TransferStatus.Failed || event_type === TransferStatus.Returned;
      const given = failure_reason && {
        failure_code: failure_reason.failure_code ?? failure_reason.ach_return_code ?? null,
        ach_return_code: failure_reason.ach_return_code ?? failure_reason.failure_code ?? null,
        description: failure_reason.description ?? '',
      };
      await movingTransfers(state, async () => {
        await moveTransfer(state, transfer_id, event_type, undone ? (given ?? failureOf('R01')) : null);
        await sendTransferWebhook(state, webhook ?? null);
      });
      return done();
    }),
  );

  router.post(
    '/sandbox/transfer/fire_webhook',
    handle(async ({ body }): Promise<SandboxItemFireWebhookResponse | { request_id: string }> => {
      await sendTransferWebhook(state, parse(webhookBody, body).webhook);
      return done();
    }),
  );

  router.post(
    '/webhook_verification_key/get',
    handle(async ({ body }): Promise<WebhookVerificationKeyGetResponse> => {
      const key = await signingKeys.get(parse(keyBody, body).key_id);
      if (!key) throw invalidInput('INVALID_WEBHOOK_VERIFICATION_KEY_ID', 'invalid key_id provided');
      return { key: publicPart(key), request_id: newRequestId() };
    }),
  );
  return router;
}
