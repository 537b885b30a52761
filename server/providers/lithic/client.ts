import { Lithic } from 'lithic';
import type { Config } from '../../config.ts';
import type { Cents } from '../../domain/basics/money.ts';
import type { KybDocumentType } from '../../domain/kyb/kybDocuments.ts';
import { type Call, type CallLimits, createCall, defaultLimits } from '../call.ts';
import { ProviderFailure, Refused, Unknown } from '../failure.ts';
import type { ProviderMetrics } from '../metrics.ts';
import type {
  AccountHolder,
  BusinessApplication,
  CardExpiry,
  CardOrder,
  ClosingReason,
  IssuedCard,
  KybCorrection,
  KybDocument,
  ShippingAddress,
} from '../ports/cardIssuer.ts';
import { withUrgency } from '../urgency.ts';
import { accountHolder, accountHolderRequest, accountHolders, correctionRequest, kybDocument, kybDocuments } from './kyb.ts';
import { listed, pageQuery } from './lists.ts';
import { cardTransaction, issuedCard, listedEvent, orderRequest, page, renewalRequest, shippingRequest, spendLimit } from './map.ts';
import { quotaOf } from './quotas.ts';
import { authRuleCalls } from './rules.ts';
import { walletCalls } from './wallets.ts';

/** The limits of the SDK itself where the issuer verifies a business before it answers. */
const timeoutsMs = { create_account_holder: 300_000, correct_account_holder: 60_000 };

/**
 * Returns the port's calls over the SDK. The SDK's retries are off: they would repeat a POST that has no idempotency key. Its own
 * time limits are never shorter than ours.
 */
export function lithicCalls(config: Config['lithic'], metrics: ProviderMetrics, limits: CallLimits = defaultLimits) {
  const sdk = new Lithic({
    apiKey: config.apiKey,
    baseURL: config.baseUrl,
    maxRetries: 0,
    fetchOptions: { redirect: 'manual' },
    logLevel: 'off',
  });
  const call = createCall('lithic', metrics, { limits, quotaOf, timeoutsMs });
  return {
    ...accountHolderCalls(sdk, call),
    ...cardCalls(sdk, call),
    ...walletCalls(sdk, call, config.wallets),
    ...authRuleCalls(sdk, call),
    ...transactionCalls(sdk, call),

    listEvents: ({ since, until }: { since: Date; until: Date }, after: string | null = null) =>
      call('list_events', 'none', async (signal) => {
        const period = { begin: since.toISOString(), end: until.toISOString() };
        const query = { ...period, with_content: true, ...pageQuery(after) };
        return page(await listed(sdk.events.list(query, { signal })), listedEvent);
      }),

    setDecisionEndpoint: async (url: string): Promise<void> => {
      await call('set_decision_endpoint', 'repeatable', (signal) => sdk.responderEndpoints.create({ type: 'AUTH_STREAM_ACCESS', url }, { signal }));
    },
  };
}

function accountHolderCalls(sdk: Lithic, call: Call) {
  const findAccountHolder = (externalId: string): Promise<AccountHolder | null> =>
    call('find_account_holder', 'none', async (signal) => {
      const found = accountHolders(await listed(sdk.accountHolders.list({ external_id: externalId }, { signal })));
      return found.find((holder) => holder.externalId === externalId) ?? null;
    });

  const getAccountHolder = (token: string) =>
    call('get_account_holder', 'none', async (signal) => accountHolder(await sdk.accountHolders.retrieve(token, { signal })));

  return {
    findAccountHolder,
    getAccountHolder,

    createAccountHolder: async (application: BusinessApplication, externalId: string): Promise<AccountHolder> => {
      const existing = await findAccountHolder(externalId);
      if (existing) return existing;
      const request = accountHolderRequest(application, externalId);
      return call('create_account_holder', 'once', async (signal) => accountHolder(await sdk.accountHolders.create(request, { signal })));
    },

    correctAccountHolder: async (token: string, correction: KybCorrection): Promise<AccountHolder> => {
      const request = correctionRequest(correction, await getAccountHolder(token));
      await call('correct_account_holder', 'once', async (signal) => {
        await sdk.accountHolders.update(token, request, { signal });
      });
      // The issuer has the correction by now, so a reading that fails leaves its result unknown.
      return getAccountHolder(token).catch((failure: unknown) => {
        throw failure instanceof ProviderFailure ? new Unknown(failure) : failure;
      });
    },

    createDocument: (holderToken: string, entityToken: string, documentType: KybDocumentType): Promise<KybDocument> =>
      call('create_document', 'once', async (signal) =>
        kybDocument(await sdk.accountHolders.uploadDocument(holderToken, { document_type: documentType, entity_token: entityToken }, { signal })),
      ),

    listDocuments: (holderToken: string): Promise<KybDocument[]> =>
      call('list_documents', 'none', async (signal) => kybDocuments(await sdk.accountHolders.listDocuments(holderToken, { signal }))),
  };
}

function cardCalls(sdk: Lithic, call: Call) {
  const getCard = (token: string) => call('get_card', 'none', async (signal) => issuedCard(await sdk.cards.retrieve(token, { signal })));

  const updateCard = (name: string, token: string, changes: Lithic.CardUpdateParams) =>
    call(name, 'repeatable', async (signal) => issuedCard(await sdk.cards.update(token, changes, { signal })));

  // A change of state waits for nothing, whichever job asks for it: a card that is not paused yet can be misused.
  const changeState = (token: string, change: Lithic.CardUpdateParams & { state: string }): Promise<IssuedCard> =>
    withUrgency('card_state', () => updateCard('set_card_state', token, change)).catch(async (failure: unknown) => {
      if (!(failure instanceof Refused)) throw failure;
      // The issuer refuses any change to a closed card, and an earlier attempt may have closed it.
      const card = await getCard(token);
      if (card.state === change.state) return card;
      throw failure;
    });

  return {
    getCard,

    issueCard: async (order: CardOrder) => {
      const request = orderRequest(order);
      return call('issue_card', 'repeatable', async (signal) => issuedCard(await sdk.cards.create({ ...request, 'Idempotency-Key': order.key }, { signal })));
    },

    listCards: (accountToken: string, after: string | null = null) =>
      call('list_cards', 'none', async (signal) => {
        const query = { account_token: accountToken, ...pageQuery(after) };
        return page(await listed(sdk.cards.list(query, { signal })), issuedCard);
      }),

    setCardState: (token: string, state: 'OPEN' | 'PAUSED' | 'CLOSED') => changeState(token, { state }),
    closeCard: (token: string, reason: ClosingReason) => changeState(token, { state: 'CLOSED', substatus: reason }),

    setMemo: (token: string, memo: string) => updateCard('set_memo', token, { memo }),

    setSpendLimit: async (token: string, limit: Cents) => updateCard('set_spend_limit', token, spendLimit(limit)),

    shipCard: async (token: string, to: ShippingAddress) => {
      const card = await getCard(token);
      if (card.isPhysical) return card;
      return call('ship_card', 'once', async (signal) => issuedCard(await sdk.cards.convertPhysical(token, shippingRequest(to), { signal })));
    },

    reissueCard: (token: string, to: ShippingAddress) =>
      call('reissue_card', 'once', async (signal) => issuedCard(await sdk.cards.reissue(token, shippingRequest(to), { signal }))),

    renewCard: async (token: string, to: ShippingAddress, expires: CardExpiry) => {
      const card = await getCard(token);
      if (card.expires?.month === expires.month && card.expires.year === expires.year) return card;
      return call('renew_card', 'once', async (signal) => issuedCard(await sdk.cards.renew(token, renewalRequest(to, expires), { signal })));
    },

    embedRequest: (card: { cardToken: string; cssUrl: string; targetOrigin: string; expiresAt: Date }) => {
      // Pass a new object each time, because the SDK modifies its argument.
      const signed = new URL(
        sdk.cards.getEmbedURL({ token: card.cardToken, css: card.cssUrl, target_origin: card.targetOrigin, expiration: card.expiresAt.toISOString() }),
      ).searchParams;
      return { embed_request: signed.get('embed_request') ?? '', hmac: signed.get('hmac') ?? '' };
    },
  };
}

const transactionCalls = (sdk: Lithic, call: Call) => ({
  getTransaction: (token: string) => call('get_transaction', 'none', async (signal) => cardTransaction(await sdk.transactions.retrieve(token, { signal }))),

  listTransactions: (cardToken: string, since: Date | null, after: string | null = null) =>
    call('list_transactions', 'none', async (signal) => {
      const query = {
        card_token: cardToken,
        ...(since === null ? {} : { begin: since.toISOString() }),
        ...pageQuery(after),
      };
      return page(await listed(sdk.transactions.list(query, { signal })), cardTransaction);
    }),

  listAllTransactions: ({ since, until }: { since: Date; until: Date }, after: string | null = null) =>
    call('list_all_transactions', 'none', async (signal) => {
      const query = { begin: since.toISOString(), end: until.toISOString(), ...pageQuery(after) };
      return page(await listed(sdk.transactions.list(query, { signal })), cardTransaction);
    }),
});
