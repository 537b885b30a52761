import type { Request, Router } from 'express';
import express from 'express';
import type { Config } from '../../config.ts';
import type { SandboxClock } from '../core/clock.ts';
import { handle, Refusal } from '../core/handle.ts';
import { subjectOf } from './sessionToken.ts';
import type { Shop, Shops, StaffMember } from './shops.ts';
import { staffOf } from './staff.ts';

const exchangeGrant = 'urn:ietf:params:oauth:grant-type:token-exchange';
const onlineToken = 'urn:shopify:params:oauth:token-type:online-access-token';

/** Returns the shop that a call is for. The shop's host is not this machine's, so the caller names it in a separate header. */
export const emulatedShop = (request: Request): string => String(request.headers['x-emulated-host'] ?? '').toLowerCase();

/** Describes the person for whom an online access token is, as the platform does: with a number for the id. */
const associatedUser = ({ id, ...member }: StaffMember) => ({ id: Number(id), ...member });

/** Serves `POST /admin/oauth/access_token`: exchanges a session token, and later a refresh token, for an access token. */
export function oauth(shops: Shops, config: Config['shopify'], clock: SandboxClock): Router {
  const router = express.Router();

  async function exchange(shop: Shop, body: Readonly<Record<string, unknown>>) {
    const subject = await subjectOf(config, clock, body.subject_token, shop.domain);
    const member = staffOf(shop).find(({ id }) => id === subject);
    if (!member) throw new Refusal(400, { error: 'invalid_subject_token' });
    if (body.requested_token_type !== onlineToken) return shops.grant(shop, 'offline', body.expiring === '1');
    return {
      ...(await shops.grant(shop, 'online', true)),
      associated_user_scope: shop.scopes.join(','),
      associated_user: associatedUser(member),
    };
  }

  router.post(
    '/admin/oauth/access_token',
    handle(async (request) => {
      const body: Readonly<Record<string, unknown>> = request.body ?? {};
      if (body.client_id !== config.apiKey || body.client_secret !== config.apiSecret) throw new Refusal(401, { error: 'invalid_client' });
      const shop = await shops.get(emulatedShop(request));
      if (!shop?.installed_at) throw new Refusal(400, { error: 'invalid_subject_token', error_description: 'The app is not installed in this shop.' });
      if (body.grant_type === exchangeGrant) return exchange(shop, body);
      const refreshed = body.grant_type === 'refresh_token' ? await shops.refresh(shop, String(body.refresh_token)) : undefined;
      if (!refreshed) throw new Refusal(400, { error: 'invalid_grant' });
      return refreshed;
    }),
  );
  return router;
}
