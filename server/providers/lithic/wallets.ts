import type { Lithic } from 'lithic';
import { z } from 'zod';
import type { Call } from '../call.ts';
import { Refused } from '../failure.ts';
import type { Tokenization, Wallet, WalletHandOver, WalletRequest } from '../ports/cardIssuer.ts';
import { listed, pageQuery } from './lists.ts';
import { page } from './map.ts';

/** An instant of a tokenization, which the issuer may write without its zone; it is UTC. */
const utc = z.iso.datetime({ offset: true, local: true }).transform((text) => new Date(/(Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`));

const wireTokenization = z.object({
  token: z.string(),
  card_token: z.string(),
  status: z.string(),
  tokenization_channel: z.string(),
  token_requestor_name: z.string(),
  created_at: utc,
  updated_at: utc,
});

function tokenization(wire: unknown): Tokenization {
  const { token, card_token, status, tokenization_channel, token_requestor_name, created_at, updated_at } = wireTokenization.parse(wire);
  return { token, cardToken: card_token, status, channel: tokenization_channel, requestor: token_requestor_name, createdAt: created_at, updatedAt: updated_at };
}

function provisionRequest(request: WalletRequest): Lithic.CardWebProvisionParams {
  if (request.wallet === 'APPLE_PAY') return { digital_wallet: 'APPLE_PAY' };
  return {
    digital_wallet: 'GOOGLE_PAY',
    server_session_id: request.serverSessionId,
    client_device_id: request.clientDeviceId,
    client_wallet_account_id: request.clientWalletAccountId,
  };
}

const text = z.string();
const handOvers = {
  APPLE_PAY: z
    .object({ jws: z.object({ header: z.object({ kid: text }), protected: text, payload: text, signature: text }), state: text })
    .transform(({ jws, state }) => ({ wallet: 'APPLE_PAY' as const, jws, state })),
  GOOGLE_PAY: z
    .object({ google_opc: text, tsp_opc: text })
    .transform(({ google_opc, tsp_opc }) => ({ wallet: 'GOOGLE_PAY' as const, googleOpc: google_opc, tspOpc: tsp_opc })),
};

/** Returns the port's calls about wallets, of which the program has these. */
export function walletCalls(sdk: Lithic, call: Call, wallets: readonly Wallet[]) {
  return {
    wallets,

    provisionForWallet: async (token: string, request: WalletRequest): Promise<WalletHandOver> => {
      if (!wallets.includes(request.wallet)) throw new RangeError(`the program is not set up for ${request.wallet}`);
      return call('provision_for_wallet', 'repeatable', async (signal) =>
        handOvers[request.wallet].parse(await sdk.cards.webProvision(token, provisionRequest(request), { signal })),
      );
    },

    listTokenizations: (cardToken: string, after: string | null = null) =>
      call('list_tokenizations', 'none', async (signal) => {
        const query = { card_token: cardToken, tokenization_channel: 'ALL', ...pageQuery(after) } as const;
        return page(await listed(sdk.tokenizations.list(query, { signal })), tokenization);
      }),

    deactivateTokenization: (token: string): Promise<void> =>
      call('deactivate_tokenization', 'repeatable', async (signal) => {
        await sdk.tokenizations.deactivate(token, { signal });
      }).catch(async (failure: unknown) => {
        if (!(failure instanceof Refused)) throw failure;
        // An earlier attempt, or the holder, may have ended it.
        const present = await call('get_tokenization', 'none', async (signal) => tokenization(await sdk.tokenizations.retrieve(token, { signal })));
        if (present.status !== 'DEACTIVATED') throw failure;
      }),
  };
}
