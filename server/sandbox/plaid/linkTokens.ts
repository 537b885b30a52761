import { randomUUID } from 'node:crypto';
import { Router } from 'express';
import type { LinkTokenCreateRequest, LinkTokenCreateResponse } from 'plaid';
import { z } from 'zod';
import { handle } from '../core/handle.ts';
import { hourMs, minuteMs } from '../core/measures.ts';
import { itemByToken } from './items.ts';
import { invalidField, newRequestId, parse } from './refusal.ts';
import type { PlaidState } from './state.ts';

const firstLinkLifeMs = 4 * hourMs;
const updateLifeMs = 30 * minuteMs;

const products = z.array(z.enum(['assets', 'auth', 'balance', 'identity', 'investments', 'liabilities', 'signal', 'statements', 'transactions', 'transfer']));
const flags = z.boolean().optional();

/** The paths of our client's pages that are registered as places to return to, on every site of theirs. */
const registeredPaths: readonly string[] = ['/', '/settings', '/onboarding', '/onboarding-new', '/titanium-onboarding', '/apply/cc'];

/** Tells whether an address is registered as a place to return to, which has no query. */
function isRegistered(address: string): boolean {
  const { pathname, search, hash } = new URL(address);
  return registeredPaths.includes(pathname) && search === '' && hash === '';
}

const createBody = z.strictObject({
  client_name: z.string().min(1).max(30),
  language: z.enum(['en', 'es', 'fr']),
  country_codes: z.array(z.enum(['US', 'CA', 'GB'])).min(1),
  user: z.looseObject({ client_user_id: z.string().min(1) }),
  products: products.optional(),
  required_if_supported_products: products.optional(),
  optional_products: products.optional(),
  additional_consented_products: products.optional(),
  webhook: z.url({ protocol: /^https?$/ }).optional(),
  access_token: z.string().nullish(),
  redirect_uri: z
    .url({ protocol: /^https?$/ })
    .refine(isRegistered, 'OAuth redirect URI must be configured in the developer dashboard')
    .optional(),
  link_customization_name: z.string().optional(),
  account_filters: z.strictObject({ depository: z.strictObject({ account_subtypes: z.array(z.string()).min(1) }).optional() }).optional(),
  auth: z
    .strictObject({
      auth_type_select_enabled: flags,
      automated_microdeposits_enabled: flags,
      instant_match_enabled: flags,
      same_day_microdeposits_enabled: flags,
      instant_microdeposits_enabled: flags,
      database_match_enabled: flags,
      database_insights_enabled: flags,
      sms_microdeposits_verification_enabled: flags,
      flow_type: z.string().optional(),
      reroute_to_credentials: z.string().optional(),
    })
    .optional(),
  transfer: z.strictObject({ authorization_id: z.string().optional(), intent_id: z.string().optional() }).optional(),
  update: z.strictObject({ account_selection_enabled: flags, reauthorization_enabled: flags, user: flags }).optional(),
  hosted_link: z.looseObject({}).optional(),
});

/** Serves /link/token/create: a first link, or, with an access token, the repair or change of one. */
export function linkTokenRoutes(state: PlaidState): Router {
  const router = Router();
  router.post(
    '/link/token/create',
    handle(async ({ body }): Promise<LinkTokenCreateResponse> => {
      const asked = parse(createBody, body);
      const { access_token } = asked;
      if (access_token && asked.products?.length) throw invalidField('products must not be set when updating an existing item');
      if (!access_token && !asked.products?.length) throw invalidField('products must be set to a non-empty list');
      const item = access_token ? await itemByToken(state, access_token) : undefined;
      const token = `link-sandbox-${randomUUID()}`;
      const expires = state.later(item ? updateLifeMs : firstLinkLifeMs);
      // Validated above against the provider's documentation; the SDK's enums are the same strings.
      const request = asked as unknown as LinkTokenCreateRequest;
      await state.linkTokens.insert(token, { token, request, item_id: item?.item_id ?? null, expires });
      return { link_token: token, expiration: expires, request_id: newRequestId() };
    }),
  );
  return router;
}
