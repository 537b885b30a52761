import { randomUUID } from 'node:crypto';
import { Router } from 'express';
import type Lithic from 'lithic';
import { z } from 'zod';
import { handle } from '../core/handle.ts';
import { type CreateBody, createBody, type UpdateBody, updateBody } from './accountHolderBody.ts';
import { emit } from './events.ts';
import { acceptMarkedHolders, announce, decide, decisionFor, withDecision } from './kyb.ts';
import { listPage } from './lists.ts';
import { notFound, parse, refuse } from './refusal.ts';
import type { LithicState, StoredHolder } from './state.ts';

type Person = Lithic.AccountHolder.ControlPerson;

/** Returns a person as the issuer shows them: everything except the government id. */
function shownPerson({ government_id: _secret, phone_number = '', ...shown }: CreateBody['control_person']): Person {
  return { ...shown, phone_number, entity_token: randomUUID() };
}

function newHolder(body: CreateBody, now: string): StoredHolder {
  const { business_entity, control_person, beneficial_owner_individuals, nature_of_business, external_id, naics_code, website_url } = body;
  return {
    resubmissions: 0,
    decide_soon: false,
    holder: {
      token: randomUUID(),
      account_token: randomUUID(),
      created: now,
      user_type: 'BUSINESS',
      email: control_person.email,
      phone_number: business_entity.phone_numbers[0] ?? '',
      business_entity: { dba_business_name: '', ...business_entity, entity_token: randomUUID() },
      control_person: shownPerson(control_person),
      beneficial_owner_individuals: beneficial_owner_individuals.map(shownPerson),
      nature_of_business,
      ...(external_id !== undefined && { external_id }),
      ...(naics_code !== undefined && { naics_code }),
      ...(website_url !== undefined && { website_url }),
    },
  };
}

interface Correction {
  entity_token: string;
  government_id?: string | undefined;
  address?: { [K in keyof Lithic.Address]?: Lithic.Address[K] | undefined } | undefined;
}

/** Returns a part of the holder with its corrections applied. Refuses a correction that names another entity. */
function corrected<T extends { entity_token: string; address: Lithic.Address }>(
  part: T | undefined,
  change: Correction | undefined,
  keepsGovernmentId: boolean,
): T | undefined {
  if (!part || !change) return part;
  if (change.entity_token !== part.entity_token) throw refuse(404, 'Could not find entity');
  const { address, government_id, ...rest } = change;
  return { ...part, ...rest, ...(keepsGovernmentId && government_id !== undefined && { government_id }), address: { ...part.address, ...address } };
}

function withCorrections({ holder, ...stored }: StoredHolder, body: UpdateBody): StoredHolder {
  const { business_entity, control_person, beneficial_owner_individuals: owners = [], ...about } = body;
  for (const owner of owners) {
    if (!holder.beneficial_owner_individuals?.some((one) => one.entity_token === owner.entity_token)) throw refuse(404, 'Could not find entity');
  }
  const business = corrected(holder.business_entity, business_entity, true);
  const controller = corrected(holder.control_person, control_person, false);
  return {
    ...stored,
    holder: {
      ...holder,
      ...about,
      ...(business && { business_entity: business }),
      ...(controller && { control_person: controller }),
      beneficial_owner_individuals: (holder.beneficial_owner_individuals ?? []).map((owner) =>
        Object.assign(
          {},
          owner,
          corrected(
            owner,
            owners.find((change) => change.entity_token === owner.entity_token),
            false,
          ),
        ),
      ),
    },
  };
}

/** Returns the holder as the answers to corrections and reviews show it: without its entities' tokens, which only a read returns. */
function withoutEntityTokens({ business_entity, control_person, beneficial_owner_individuals = [], ...holder }: StoredHolder['holder']) {
  const shown = <T extends { entity_token: string }>({ entity_token: _token, ...entity }: T) => entity;
  return {
    ...holder,
    ...(business_entity && { business_entity: shown(business_entity) }),
    ...(control_person && { control_person: shown(control_person) }),
    beneficial_owner_individuals: beneficial_owner_individuals.map(shown),
  };
}

const reviewBody = z.strictObject({
  account_holder_token: z.uuid(),
  status: z.enum(['ACCEPTED', 'REJECTED', 'PENDING_REVIEW']),
  status_reasons: z.array(z.string()).optional(),
});

/** Serves /v1/account_holders and the simulated enrollment review. */
export function accountHolderRoutes(state: LithicState): Router {
  const router = Router();
  const { holders, core } = state;

  async function decideByName(stored: StoredHolder): Promise<StoredHolder> {
    const { kyb } = await state.settings();
    const decision = decisionFor(stored.holder.business_entity?.legal_business_name ?? '', { mode: kyb, resubmissions: stored.resubmissions });
    if (decision.soon) core.store.afterCommit(() => acceptMarkedHolders(state));
    return withDecision(stored, decision, state.now());
  }

  router.post(
    '/account_holders',
    handle(async ({ body }): Promise<Lithic.AccountHolderCreateResponse> => {
      const asked = parse(createBody, body);
      const { holder } = await core.store.transaction(async () => {
        const stored = await decideByName(newHolder(asked, state.now()));
        const { token, account_token, created, status, status_reasons = [], required_documents = [] } = stored.holder;
        await holders.insert(token, stored);
        await emit(state, {
          event_type: 'account_holder.created',
          token,
          account_token,
          created,
          status: status === 'ACCEPTED' ? 'ACCEPTED' : 'PENDING_REVIEW',
          status_reason: status_reasons,
          required_documents,
        });
        if (status !== 'PENDING_REVIEW') await announce(state, stored);
        return stored;
      });
      const { token, account_token, status = 'PENDING_REVIEW', status_reasons = [], created, external_id, required_documents = [] } = holder;
      return {
        token,
        account_token,
        status,
        status_reasons,
        created,
        ...(external_id !== undefined && { external_id }),
        ...(required_documents.length > 0 && { required_documents }),
      };
    }),
  );

  router.get(
    '/account_holders',
    handle(async (request) => {
      const { external_id, email, legal_business_name, phone_number } = request.query;
      const match = { external_id, email, phone_number, ...(typeof legal_business_name === 'string' && { business_entity: { legal_business_name } }) };
      return listPage(request, { collection: holders, match: { holder: match }, shape: ({ holder }) => holder });
    }),
  );

  router.get(
    '/account_holders/:token',
    handle(async ({ params }) => {
      const stored = await holders.get(params.token ?? '');
      if (!stored) throw notFound();
      return stored.holder;
    }),
  );

  router.patch(
    '/account_holders/:token',
    handle(async ({ params, body }) => {
      const change = parse(updateBody, body);
      const next = await core.store.transaction(async () => {
        const updated = await holders.update(params.token ?? '', async (stored) => {
          const changed = withCorrections(stored, change);
          if (stored.holder.status !== 'PENDING_RESUBMIT') return changed;
          return decideByName({ ...changed, resubmissions: changed.resubmissions + 1 });
        });
        if (!updated) throw notFound();
        await emit(state, { event_type: 'account_holder.updated', token: updated.holder.token, update_request: {} });
        await announce(state, updated);
        return updated;
      });
      return withoutEntityTokens(next.holder);
    }),
  );

  router.post(
    '/simulate/account_holders/enrollment_review',
    handle(async ({ body }) => {
      const { account_holder_token, status, status_reasons } = parse(reviewBody, body);
      // This call accepts more reasons than the object's type lists; the issuer passes them through.
      const reasons = status_reasons as Parameters<typeof decide>[3];
      return withoutEntityTokens((await decide(state, account_holder_token, status, reasons)).holder);
    }),
  );
  return router;
}
