import { useQuery } from '@tanstack/react-query';
import type { CustomerTeamAnswer } from '../../../server/contract/staff.ts';
import { teamRoleTexts } from '../../../server/domain/access/teamRoles.ts';
import { EmptyState } from '../../layout/EmptyState.tsx';
import { ErrorState } from '../../layout/ErrorState.tsx';
import { Skeleton } from '../../layout/Skeleton.tsx';
import { useApi } from '../../session/session.ts';
import { customerTeamQuery } from '../queries.ts';
import { useMoment } from '../useMoment.ts';
import { Lines } from './Lines.ts';
import { Listing } from './Listing.ts';

type Member = CustomerTeamAnswer['members'][number];

/** The people of a customer's account, those who were removed at the end. */
export function Team({ token }: { token: string }) {
  const { data, error, refetch } = useQuery(customerTeamQuery(useApi(), token));
  if (error && !data) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton label="Loading the team" lines={6} />;
  const { members } = data;
  const inOrder = [...members.filter(({ removed_at }) => removed_at === null), ...members.filter(({ removed_at }) => removed_at !== null)];
  return (
    <>
      <Listing aria-label="Team">
        <thead>
          <tr>
            <th scope="col">Who</th>
            <th scope="col">Role</th>
            <th scope="col">State</th>
            <th scope="col" data-kind="amount">
              Open cards
            </th>
          </tr>
        </thead>
        <tbody>
          {inOrder.map((member) => (
            <MemberRow key={member.id ?? 'owner'} member={member} />
          ))}
        </tbody>
      </Listing>
      {members.length === 1 && (
        <EmptyState heading="Nobody else is in the team">
          People whom this customer invites appear here, with their role and whether they have joined.
        </EmptyState>
      )}
    </>
  );
}

function MemberRow({ member }: { member: Member }) {
  const moment = useMoment();
  const { name, email, role, cards, is_leaving } = member;
  return (
    <tr>
      <td>
        <Lines>
          <strong>{name ?? email}</strong>
          {name !== null && <span data-kind="aside">{email}</span>}
        </Lines>
      </td>
      <td data-label="Role">{teamRoleTexts[role].label}</td>
      <td data-label="State">
        <Lines>
          <span>{stateInWords(member, moment)}</span>
          {is_leaving && <span data-kind="aside">No access here anymore. The sign-in provider has not confirmed yet that they left the organization.</span>}
        </Lines>
      </td>
      <td data-kind="amount" data-label="Open cards">
        {cards}
      </td>
    </tr>
  );
}

const storeNames = { shopify: 'Shopify', bigcommerce: 'BigCommerce' } as const;

function stateInWords({ id, state, invited_at, joined_at, removed_at, platform }: Member, moment: (instant: string) => string): string {
  if (removed_at !== null) return `${state === 'invited' ? 'Invitation taken back' : 'Removed'} ${moment(removed_at)}`;
  if (id === null) return `Opened the account${joined_at === null ? '' : ` ${moment(joined_at)}`}`;
  if (state === 'invited') return `Invited${invited_at === null ? '' : ` ${moment(invited_at)}`}, has not signed in yet`;
  return `In since ${joined_at === null ? 'the invitation' : moment(joined_at)}${platform === null ? '' : `, from the store’s ${storeNames[platform]} admin`}`;
}
