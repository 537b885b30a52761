import { Button } from '@bigcommerce/big-design';
import { useId, useState } from 'react';
import styled from 'styled-components';
import type { patchTeamMember, TeamAnswer, TeamMemberAnswer } from '../../../../server/contract/team.ts';
import { type TeamRole, teamRoleTexts } from '../../../../server/domain/access/teamRoles.ts';
import { givableRoles, teamTexts } from '../../../../server/domain/access/teamWords.ts';
import { Select } from '../../../forms/SelectField.tsx';
import { Hidden } from '../../../layout/Hidden.ts';
import { useReceiver } from '../../../session/receiver.ts';
import { useApi } from '../../../session/session.ts';
import { RemoveMember } from './RemoveMember.tsx';
import { useTeamChange } from './useTeamChange.ts';

const Row = styled.div`
  align-items: start;
  display: grid;
  gap: 0.25rem 1rem;
  grid-template-columns: minmax(0, 1fr) auto;

  p {
    color: ${({ theme }) => theme.colors.secondary60};
    margin: 0;
    overflow-wrap: anywhere;
  }

  strong {
    color: ${({ theme }) => theme.colors.secondary70};
  }

  [role='alert'] {
    color: ${({ theme }) => theme.colors.danger};
    grid-column: 1 / -1;
  }

  .bd-button {
    margin: 0;
    width: auto;
  }
`;

const Tools = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 0.5rem;
  justify-content: flex-end;

  select {
    width: auto;
  }

  @media (max-width: 599.98px) {
    grid-column: 1 / -1;
    justify-content: flex-start;
  }
`;

interface MemberProps {
  member: TeamMemberAnswer;
  team: TeamAnswer;
  isManager: boolean;
  /** Called with their name. */
  onRemoved: (called: string) => void;
}

/** One person of the team, with their role in words, and how whoever may changes it or removes them. */
export function Member({ member, team, isManager, onRemoved }: MemberProps) {
  const { name, email, role, state, cards, is_you, id } = member;
  const called = name ?? email;
  const roles = givableRoles(team.your_role);
  const canChange = isManager && id !== null && !is_you && roles.includes(role);
  return (
    <li>
      <Row>
        <div>
          <p>
            <strong>
              {called}
              {is_you && ' (you)'}
            </strong>
          </p>
          {name !== null && <p>{email}</p>}
          <p>
            {teamRoleTexts[role].label}: {teamRoleTexts[role].text}
          </p>
          {state === 'invited' && <p>{teamTexts.invited}</p>}
          {cards > 0 && <p>{cards === 1 ? '1 card' : `${cards} cards`}</p>}
        </div>
        {canChange && <MemberTools id={id} called={called} role={role} cards={cards} roles={roles} onRemoved={() => onRemoved(called)} />}
      </Row>
    </li>
  );
}

interface MemberToolsProps {
  id: string;
  called: string;
  role: TeamRole;
  cards: number;
  roles: readonly TeamRole[];
  onRemoved: () => void;
}

function MemberTools({ id, called, role, cards, roles, onRemoved }: MemberToolsProps) {
  const api = useApi();
  const { token } = useReceiver().receiver;
  const selectId = useId();
  const [isRemoving, setIsRemoving] = useState(false);
  const close = () => setIsRemoving(false);
  function removed() {
    close();
    onRemoved();
  }
  const change = useTeamChange((chosen: TeamRole) =>
    api.call<typeof patchTeamMember>('PATCH /api/users/:token/team/:member', { params: { token, member: id }, body: { role: chosen } }),
  );
  return (
    <>
      <Tools>
        <Hidden as="label" htmlFor={selectId}>
          Role of {called}
        </Hidden>
        <Select id={selectId} value={role} disabled={change.isBusy} onChange={({ target }) => void change.run(target.value as TeamRole)}>
          {roles.map((one) => (
            <option key={one} value={one}>
              {teamRoleTexts[one].label}
            </option>
          ))}
        </Select>
        <Button variant="subtle" aria-label={`Remove ${called}`} onClick={() => setIsRemoving(true)}>
          Remove
        </Button>
      </Tools>
      {change.problem && <p role="alert">{change.problem.errors[0]?.message ?? change.problem.message}</p>}
      {isRemoving && <RemoveMember id={id} called={called} cards={cards} onClose={close} onRemoved={removed} />}
    </>
  );
}
