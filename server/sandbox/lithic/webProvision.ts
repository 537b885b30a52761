import { randomBytes, randomUUID } from 'node:crypto';
import { Router } from 'express';
import type Lithic from 'lithic';
import { z } from 'zod';
import { handle } from '../core/handle.ts';
import { notFound, parse, refuse } from './refusal.ts';
import type { LithicState } from './state.ts';

const provisionBody = z.discriminatedUnion('digital_wallet', [
  z.strictObject({ digital_wallet: z.literal('APPLE_PAY') }),
  z.strictObject({
    digital_wallet: z.literal('GOOGLE_PAY'),
    server_session_id: z.uuid(),
    client_device_id: z.uuid(),
    client_wallet_account_id: z.uuid(),
  }),
]);

const sealed = (bytes = 48) => randomBytes(bytes).toString('base64url');

/** Serves /v1/cards/{token}/web_provision, where the program is set up for it. The stand-ins of the wallets' windows take what it answers. */
export function webProvisionRoutes({ cards, handOvers, settings }: LithicState): Router {
  const router = Router();
  router.post(
    '/cards/:token/web_provision',
    handle(async ({ params, body }): Promise<Lithic.CardWebProvisionResponse> => {
      const { digital_wallet } = parse(provisionBody, body);
      const stored = await cards.get(params.token ?? '');
      if (!stored) throw notFound();
      if (!(await settings()).has_wallets) throw refuse(400, 'The program is not enabled for web push provisioning');
      if (stored.card.state === 'CLOSED' || stored.card.state === 'PAUSED')
        throw refuse(400, `A card in state ${stored.card.state} cannot be added to a wallet`);
      const card_token = stored.card.token;
      if (digital_wallet === 'GOOGLE_PAY') {
        const google_opc = randomBytes(48).toString('base64');
        await handOvers.insert(google_opc, { card_token, wallet: 'GOOGLE' });
        return { google_opc, tsp_opc: randomBytes(48).toString('base64') };
      }
      const wallet_state = randomUUID();
      await handOvers.insert(wallet_state, { card_token, wallet: 'APPLE_PAY' });
      return { jws: { header: { kid: randomUUID() }, protected: sealed(24), payload: sealed(), signature: sealed() }, state: wallet_state };
    }),
  );
  return router;
}
