import { z } from 'zod';
import { staffAccesses } from '../domain/access/storeStaff.ts';
import { defineRoute } from './define.ts';
import { changesAccount } from './heads.ts';
import { receiverSchema } from './receiver.ts';

/** The caller as one of a store's people: the embedded app asks before anything else what it may show. */
export const getStoreVisitor = defineRoute({
  method: 'GET',
  path: '/api/store_visitor',
  summary: 'The parts of an account that the caller, handed in by its store, may see, and how far its set-up is',
  who: 'receiver',
  storeStaff: 'always',
  team: 'everyone',
  out: z.object({
    /** `everything` for the owner and for everybody who signed in directly. */
    may_see: z.enum(staffAccesses),
    /** Tells one of the store's staff who can do what they only see; null for everybody else. */
    owner_needed: z.string().nullable(),
    /** Tells a member of the team who finishes the set-up; null for an owner, for staff without a role, and once it is finished. */
    setup_needs: z.string().nullable(),
    /** The steps to a card, for staff who may see them; null for everybody else. */
    completion: receiverSchema.shape.completion.nullable(),
  }),
});
export type StoreVisitor = z.infer<(typeof getStoreVisitor)['out']>;

export const putStaffAccess = defineRoute({
  ...changesAccount({ team: 'owner', action: 'update_account', masquerade: 'refused' }),
  method: 'PUT',
  path: '/api/users/:token/staff_access',
  summary: 'Decide what the store’s staff may see beside its owner',
  idempotent: false,
  body: z.strictObject({ staff_access: z.enum(staffAccesses) }),
  out: z.object({ staff_access: z.enum(staffAccesses) }),
});
