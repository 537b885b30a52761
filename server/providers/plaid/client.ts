import { Configuration, PlaidApi } from 'plaid';
import type { Config } from '../../config.ts';
import { type CallLimits, createCall, defaultLimits } from '../call.ts';
import { Refused } from '../failure.ts';
import type { ProviderMetrics } from '../metrics.ts';
import type { DebitOrder, DebitRisk, LinkedBank, LinkRequest, TransferOrder } from '../ports/bank.ts';
import {
  acknowledged,
  authorizationRequest,
  bankBehindLogin,
  bankTransfer,
  bankTransferEvents,
  bankTransfers,
  debitRisk,
  evaluationRequest,
  exchangedToken,
  LOGIN_REQUIRED,
  linkedBank,
  linkToken,
  linkTokenRequest,
  returnReport,
  transferAuthorization,
  transferRequest,
} from './map.ts';
import { quotaOf } from './quotas.ts';
import { verificationKey } from './webhook.ts';

/** Codes of a temporary failure that come with a 400: the bank is down, or the provider is not ready yet. */
const TEMPORARY_CODES = new Set(['INSTITUTION_DOWN', 'INSTITUTION_NOT_RESPONDING', 'INSTITUTION_NOT_AVAILABLE', 'PRODUCT_NOT_READY', 'PLANNED_MAINTENANCE']);

/** Codes of a link that no longer exists. */
const GONE = new Set(['ITEM_NOT_FOUND', 'INVALID_ACCESS_TOKEN']);

/** Calls for which the provider asks the bank itself, which takes half a minute and more. */
const atTheBankMs = 40_000;
const timeoutsMs = { get_balances: atTheBankMs, evaluate_debit: atTheBankMs, authorize_transfer: atTheBankMs };

const TRANSFERS_A_PAGE = 25;
const EVENTS_A_PAGE = 500;

const refusedWith = (failure: unknown, codes: ReadonlySet<string>) => failure instanceof Refused && codes.has(failure.code);

/** Returns the port's calls over the SDK, which does not retry by itself and has no time limit but ours. It ignores proxies of the environment and follows no redirects. */
export function plaidCalls(config: Config['plaid'], metrics: ProviderMetrics, limits: CallLimits = defaultLimits) {
  const sdk = new PlaidApi(
    new Configuration({
      basePath: config.baseUrl,
      baseOptions: {
        headers: { 'PLAID-CLIENT-ID': config.clientId, 'PLAID-SECRET': config.secret },
        proxy: false,
        maxRedirects: 0,
      },
    }),
  );
  const call = createCall('plaid', metrics, { limits, temporaryCodes: TEMPORARY_CODES, quotaOf, timeoutsMs });

  /** Converts the error of a required sign-in to a result. Some banks return cached accounts beside that error, others only the error. */
  const loginIsNoFailure = (failure: unknown): LinkedBank => {
    if (refusedWith(failure, new Set([LOGIN_REQUIRED]))) return bankBehindLogin;
    throw failure;
  };

  return {
    createLinkToken: async (request: LinkRequest) => {
      const wire = linkTokenRequest(request, config);
      return call('create_link_token', 'repeatable', async (signal) => linkToken((await sdk.linkTokenCreate(wire, { signal })).data));
    },

    exchangePublicToken: (publicToken: string) =>
      call('exchange_public_token', 'once', async (signal) =>
        exchangedToken((await sdk.itemPublicTokenExchange({ public_token: publicToken }, { signal })).data),
      ),

    getAccounts: (accessToken: string): Promise<LinkedBank> =>
      call('get_accounts', 'none', async (signal) => linkedBank((await sdk.accountsGet({ access_token: accessToken }, { signal })).data)).catch(
        loginIsNoFailure,
      ),

    getBalances: (accessToken: string, accountId: string): Promise<LinkedBank> =>
      call('get_balances', 'none', async (signal) => {
        const request = { access_token: accessToken, options: { account_ids: [accountId] } };
        return linkedBank((await sdk.accountsBalanceGet(request, { signal })).data);
      }).catch(loginIsNoFailure),

    evaluateDebit: async (order: DebitOrder): Promise<DebitRisk> => {
      const request = evaluationRequest(order);
      return call('evaluate_debit', 'repeatable', async (signal) => debitRisk((await sdk.signalEvaluate(request, { signal })).data));
    },

    reportReturn: (order: { key: string; returnCode: string; returnedAt: Date }): Promise<void> =>
      call('report_return', 'repeatable', async (signal) => {
        acknowledged((await sdk.signalReturnReport(returnReport(order), { signal })).data);
      }),

    removeLink: (accessToken: string): Promise<void> =>
      call('remove_link', 'repeatable', async (signal) => {
        await sdk.itemRemove({ access_token: accessToken }, { signal });
      }).catch((failure: unknown) => {
        if (!refusedWith(failure, GONE)) throw failure;
      }),

    authorizeTransfer: async (order: TransferOrder) => {
      const request = authorizationRequest(order);
      return call('authorize_transfer', 'repeatable', async (signal) =>
        transferAuthorization((await sdk.transferAuthorizationCreate(request, { signal })).data),
      );
    },

    createTransfer: (order: { accessToken: string; accountId: string; authorizationId: string; description: string; key: string }) =>
      call('create_transfer', 'repeatable', async (signal) => bankTransfer((await sdk.transferCreate(transferRequest(order), { signal })).data)),

    getTransfer: (transferId: string) =>
      call('get_transfer', 'none', async (signal) => bankTransfer((await sdk.transferGet({ transfer_id: transferId }, { signal })).data)),

    listTransfers: ({ since, until }: { since: Date; until: Date }, after: string | null = null) =>
      call('list_transfers', 'none', async (signal) => {
        const offset = Number(after ?? 0);
        const request = { start_date: since.toISOString(), end_date: until.toISOString(), count: TRANSFERS_A_PAGE, offset };
        const items = bankTransfers((await sdk.transferList(request, { signal })).data);
        return { items, next: items.length < TRANSFERS_A_PAGE ? null : String(offset + items.length) };
      }),

    cancelTransfer: (transferId: string): Promise<void> =>
      call('cancel_transfer', 'once', async (signal) => {
        await sdk.transferCancel({ transfer_id: transferId }, { signal });
      }),

    syncTransferEvents: (afterId: number) =>
      call('sync_transfer_events', 'none', async (signal) =>
        bankTransferEvents((await sdk.transferEventSync({ after_id: afterId, count: EVENTS_A_PAGE }, { signal })).data, afterId),
      ),

    fetchVerificationKey: (keyId: string) =>
      call('get_webhook_key', 'none', async (signal) => verificationKey((await sdk.webhookVerificationKeyGet({ key_id: keyId }, { signal })).data)),
  };
}
