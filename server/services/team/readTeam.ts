import type { CustomerTeamAnswer } from '../../contract/staff.ts';
import type { TeamAnswer, TeamMemberAnswer } from '../../contract/team.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { staffOfStores } from '../../db/queries/storePeople.ts';
import type { Receiver, StorePerson, TeamMember } from '../../db/rows.ts';
import { appPlatforms } from '../../domain/store/appPlatforms.ts';
import { type Caller, fullName, readRole } from '../access/caller.ts';
import type { ReceiverView } from '../access/receiverView.ts';
import type { Deps } from '../deps.ts';
import { programOf } from '../receiver/programOf.ts';

const readPlatform = (stored: string | null) => appPlatforms.find((platform) => platform === stored) ?? null;

type PresentedMember = Omit<TeamMemberAnswer, 'is_you'>;

/** Returns the people of an account: the person who opened it first, then by when they were invited, with the number of their cards that are not closed. */
export async function readTeam(deps: Deps, caller: Caller, view: ReceiverView): Promise<TeamAnswer> {
  const { scope, receiver } = view;
  const own = databaseOf(deps.database, scope);
  const team = await own.team.findFirst();
  const members = await own.teamMember.findMany({ where: { removed_at: null }, orderBy: { id: 'asc' } });
  const cardsOf = await countCards(deps, view);
  const isOwnTeam = caller.receiverId === scope.receiverId;
  const owner = { ...presentOwner(receiver, cardsOf(null)), is_you: isOwnTeam && caller.memberId === null && !caller.isStoreStaff };
  const { authUrl } = deps.programs[programOf(receiver).key];
  return {
    members: [owner, ...members.map((member) => ({ ...present(member, cardsOf(member.id)), is_you: isOwnTeam && member.id === caller.memberId }))],
    store_staff: (await staffOfStores(deps.database, scope)).filter((person) => !members.some((member) => isOf(member, person))).flatMap(presentStaff),
    hosted_url: team?.org_id ? `${new URL(authUrl).origin}/org?${new URLSearchParams({ id: team.org_id })}` : null,
    your_role: caller.role,
  };
}

/** Returns the people of a customer's account as staff see them: in the same order, those who were removed among them. */
export async function readCustomerTeam(deps: Pick<Deps, 'database'>, view: ReceiverView): Promise<CustomerTeamAnswer> {
  const members = await databaseOf(deps.database, view.scope).teamMember.findMany({ orderBy: { id: 'asc' } });
  const cardsOf = await countCards(deps, view);
  return {
    members: [
      { ...presentOwner(view.receiver, cardsOf(null)), removed_at: null, is_leaving: false },
      ...members.map((member) => ({ ...present(member, cardsOf(member.id)), ...removalOf(member) })),
    ],
  };
}

const removalOf = ({ removed_at, left_at, platform }: TeamMember) => ({
  removed_at: removed_at?.toISOString() ?? null,
  is_leaving: removed_at !== null && left_at === null && platform === null,
});

/** Counts the cards of each person that are not closed; null stands for the person who opened the account. */
async function countCards({ database }: Pick<Deps, 'database'>, { scope }: ReceiverView): Promise<(id: string | null) => number> {
  const cards = await databaseOf(database, scope).card.findMany({ where: { state: { not: 'CLOSED' } }, select: { holder_id: true } });
  return (id) => cards.filter(({ holder_id }) => holder_id === id).length;
}

const presentOwner = (receiver: Receiver, cards: number): PresentedMember => ({
  id: null,
  email: receiver.email,
  name: fullName(receiver),
  role: 'owner',
  state: 'active',
  invited_at: null,
  joined_at: receiver.created_at.toISOString(),
  platform: null,
  cards,
});

function present({ id, email, name, role, invited_at, joined_at, platform }: TeamMember, cards: number): PresentedMember {
  return {
    id,
    email,
    name,
    role: readRole(role),
    state: joined_at === null ? 'invited' : 'active',
    invited_at: invited_at.toISOString(),
    joined_at: joined_at?.toISOString() ?? null,
    platform: readPlatform(platform),
    cards,
  };
}

const isOf = ({ platform, store, platform_user_id }: TeamMember, person: StorePerson) =>
  platform === person.platform && store === person.store && platform_user_id === person.user_id;

function presentStaff({ platform, store, user_id, name, email }: StorePerson): TeamAnswer['store_staff'] {
  const known = readPlatform(platform);
  return known === null ? [] : [{ platform: known, store, user_id, name, email }];
}
