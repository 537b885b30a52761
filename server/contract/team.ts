import { z } from 'zod';
import { teamRoles } from '../domain/access/teamRoles.ts';
import { typedLengths } from '../domain/forms/typedLengths.ts';
import { appPlatforms } from '../domain/store/appPlatforms.ts';
import { defineRoute } from './define.ts';
import { changesAccount, readsAccount } from './heads.ts';
import { tokenParams } from './identifiers.ts';

const instant = z.iso.datetime();

export const memberSchema = z.object({
  /** Null for the owner who opened the account. */
  id: z.string().nullable(),
  email: z.string(),
  name: z.string().nullable(),
  role: z.enum(teamRoles),
  state: z.enum(['invited', 'active']),
  invited_at: instant.nullable(),
  joined_at: instant.nullable(),
  /** The platform of a member of a store's staff. */
  platform: z.enum(appPlatforms).nullable(),
  cards: z.number().int(),
  is_you: z.boolean(),
});
export type TeamMemberAnswer = z.infer<typeof memberSchema>;

const teamSchema = z.object({
  members: z.array(memberSchema),
  /** Staff of the merchant's stores who have opened the app and have no role of their own yet. */
  store_staff: z.array(
    z.object({
      platform: z.enum(appPlatforms),
      store: z.string(),
      user_id: z.string(),
      name: z.string().nullable(),
      email: z.string().nullable(),
    }),
  ),
  /** The page of the authentication provider that manages the organization; null before the first invitation. */
  hosted_url: z.string().nullable(),
  /** The role of the caller. */
  your_role: z.enum(teamRoles),
});
export type TeamAnswer = z.infer<typeof teamSchema>;

export const getTeam = defineRoute({
  ...readsAccount({ team: 'readers', action: 'view_account' }),
  path: '/api/users/:token/team',
  summary: 'The people of the account: who they are and what they may do',
  out: teamSchema,
});

export const postTeamInvitation = defineRoute({
  ...changesAccount({ team: 'managers', action: 'manage_team', masquerade: 'refused' }),
  method: 'POST',
  path: '/api/users/:token/team/invitations',
  summary: 'Invite somebody to the team by email; they join with their next sign-in',
  idempotent: true,
  limit: 'invitation',
  body: z.strictObject({
    email: z.email('Write an address such as ada@example.com.').max(typedLengths.memberEmail),
    name: z.string().trim().min(1).max(typedLengths.memberName).nullable(),
    role: z.enum(teamRoles),
  }),
  out: teamSchema,
  status: 201,
  problems: ['already_in_team', 'step_out_of_order', 'provider_refused', 'provider_unavailable', 'not_found'],
});

export const putStoreStaffRole = defineRoute({
  ...changesAccount({ team: 'owner', action: 'manage_team', masquerade: 'refused' }),
  method: 'PUT',
  path: '/api/users/:token/team/store_staff',
  summary: 'Give one of a store’s staff a role in the team; the owner of the account alone',
  idempotent: false,
  body: z.strictObject({
    platform: z.enum(appPlatforms),
    store: z.string().min(1).max(255),
    user_id: z.string().min(1).max(128),
    role: z.enum(teamRoles),
  }),
  out: teamSchema,
  problems: ['step_out_of_order', 'not_found'],
});

const memberParams = tokenParams.extend({ member: z.uuid() });

export const patchTeamMember = defineRoute({
  ...changesAccount({ team: 'managers', action: 'manage_team', masquerade: 'refused' }),
  method: 'PATCH',
  path: '/api/users/:token/team/:member',
  summary: 'Give a member of the team another role',
  idempotent: false,
  // Somebody who has not joined gets another mail.
  limit: 'invitation',
  params: memberParams,
  body: z.strictObject({ role: z.enum(teamRoles) }),
  out: teamSchema,
  problems: ['step_out_of_order', 'provider_refused', 'provider_unavailable', 'not_found'],
});

export const deleteTeamMember = defineRoute({
  ...changesAccount({ team: 'managers', action: 'manage_team', masquerade: 'refused' }),
  method: 'DELETE',
  path: '/api/users/:token/team/:member',
  summary: 'Remove somebody from the team: their cards are paused and their access ends at once',
  idempotent: false,
  params: memberParams,
  out: teamSchema,
  problems: ['step_out_of_order', 'provider_unavailable', 'not_found'],
});
