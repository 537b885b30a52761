import type { TeamAnswer, TeamMemberAnswer } from '../../contract/team.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { staffOfStores } from '../../db/queries/storePeople.ts';
import type { StorePerson, TeamMember } from '../../db/rows.ts';
import { type Caller, fullName, readRole } from '../access/caller.ts';
import type { ReceiverView } from '../access/receiverView.ts';
import type { Deps } from '../deps.ts';
import { programOf } from '../program/programOf.ts';

const platforms = ['shopify', 'bigcommerce'] as const;
const readPlatform = (stored: string | null) => platforms.find((platform) => platform === stored) ?? null;

/** Returns the people of an account: the person who opened it first, then by when they were invited, with the number of their cards that are not closed. */
export async function readTeam(deps: Deps, caller: Caller, { scope, receiver }: ReceiverView): Promise<TeamAnswer> {
  const own = databaseOf(deps.database, scope);
  const team = await own.team.findFirst();
  const members = await own.teamMember.findMany({ where: { removed_at: null }, orderBy: { id: 'asc' } });
  const cards = await own.card.findMany({ where: { state: { not: 'CLOSED' } }, select: { holder_id: true } });
  const cardsOf = (id: string | null) => cards.filter(({ holder_id }) => holder_id === id).length;
  const isOwnTeam = caller.receiverId === scope.receiverId;
  const owner: TeamMemberAnswer = {
    id: null,
    email: receiver.email,
    name: fullName(receiver),
    role: 'owner',
    state: 'active',
    invited_at: null,
    joined_at: receiver.created_at.toISOString(),
    platform: null,
    cards: cardsOf(null),
    is_you: isOwnTeam && caller.memberId === null && !caller.isStoreStaff,
  };
  const { authUrl } = deps.programs[programOf(receiver).key];
  return {
    members: [owner, ...members.map((member) => present(member, { cards: cardsOf(member.id), is_you: isOwnTeam && member.id === caller.memberId }))],
    store_staff: (await staffOfStores(deps.database, scope)).filter((person) => !members.some((member) => isOf(member, person))).flatMap(presentStaff),
    hosted_url: team?.org_id ? `${new URL(authUrl).origin}/org?${new URLSearchParams({ id: team.org_id })}` : null,
    your_role: caller.role,
  };
}

function present({ id, email, name, role, invited_at, joined_at, platform }: TeamMember, here: Pick<TeamMemberAnswer, 'cards' | 'is_you'>): TeamMemberAnswer {
  return {
    id,
    email,
    name,
    role: readRole(role),
    state: joined_at === null ? 'invited' : 'active',
    invited_at: invited_at.toISOString(),
    joined_at: joined_at?.toISOString() ?? null,
    platform: readPlatform(platform),
    ...here,
  };
}

const isOf = ({ platform, store, platform_user_id }: TeamMember, person: StorePerson) =>
  platform === person.platform && store === person.store && platform_user_id === person.user_id;

function presentStaff({ platform, store, user_id, name, email }: StorePerson): TeamAnswer['store_staff'] {
  const known = readPlatform(platform);
  return known === null ? [] : [{ platform: known, store, user_id, name, email }];
}
