import { useId } from 'react';
import styled from 'styled-components';
import type { putStoreStaffRole, TeamAnswer } from '../../../../server/contract/team.ts';
import { type TeamRole, teamRoleTexts } from '../../../../server/domain/access/teamRoles.ts';
import { givableRoles, teamTexts } from '../../../../server/domain/access/teamWords.ts';
import { Select } from '../../../forms/SelectField.tsx';
import { useReceiver } from '../../../session/receiver.ts';
import { useApi } from '../../../session/session.ts';
import { Lead } from '../Section.tsx';
import { useTeamChange } from './useTeamChange.ts';

const Row = styled.div`
  align-items: center;
  display: flex;
  flex-wrap: wrap;
  gap: 0.5rem 1rem;
  justify-content: space-between;
  padding: 0.5rem 0;

  select {
    width: auto;
  }

  [role='alert'] {
    color: ${({ theme }) => theme.colors.danger};
    flex-basis: 100%;
    margin: 0;
  }
`;

/** The store's platform says who owns it. */
const assignable = givableRoles('admin');

type OnGiven = (called: string, role: TeamRole) => void;

/** The people of a store's staff who have no role in the team yet; the owner alone gives them one. */
export function StoreStaff({ team: { store_staff, your_role }, onGiven }: { team: TeamAnswer; onGiven: OnGiven }) {
  if (store_staff.length === 0 || your_role !== 'owner') return null;
  return (
    <>
      <h3>{teamTexts.storeStaff}</h3>
      <Lead>{teamTexts.storeStaffLead}</Lead>
      {store_staff.map((person) => (
        <Person key={`${person.platform} ${person.store} ${person.user_id}`} person={person} onGiven={onGiven} />
      ))}
    </>
  );
}

function Person({ person: { platform, store, user_id, name, email }, onGiven }: { person: TeamAnswer['store_staff'][number]; onGiven: OnGiven }) {
  const api = useApi();
  const { token } = useReceiver().receiver;
  const selectId = useId();
  const called = name ?? email ?? `Person ${user_id}`;
  const map = useTeamChange((role: TeamRole) =>
    api.call<typeof putStoreStaffRole>('PUT /api/users/:token/team/store_staff', { params: { token }, body: { platform, store, user_id, role } }),
  );
  async function give(role: TeamRole) {
    const { ok } = await map.run(role);
    if (ok) onGiven(called, role);
  }
  return (
    <Row>
      <label htmlFor={selectId}>
        {called} in {store}
      </label>
      <Select id={selectId} value="" disabled={map.isBusy} onChange={({ target }) => void give(target.value as TeamRole)}>
        <option value="" disabled>
          Give a role
        </option>
        {assignable.map((role) => (
          <option key={role} value={role}>
            {teamRoleTexts[role].label}
          </option>
        ))}
      </Select>
      {map.problem && <p role="alert">{map.problem.errors[0]?.message ?? map.problem.message}</p>}
    </Row>
  );
}
