import { Button } from '@bigcommerce/big-design';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import styled from 'styled-components';
import type { TeamAnswer } from '../../../../server/contract/team.ts';
import { teamTexts } from '../../../../server/domain/access/teamWords.ts';
import { DoneNote } from '../../../layout/DoneNote.tsx';
import { ErrorState } from '../../../layout/ErrorState.tsx';
import { Skeleton } from '../../../layout/Skeleton.tsx';
import { useReceiver } from '../../../session/receiver.ts';
import { useApi } from '../../../session/session.ts';
import { Lead, Section } from '../Section.tsx';
import { Member } from './Member.tsx';
import { StoreStaff } from './StoreStaff.tsx';
import { teamQuery } from './teamQuery.ts';

const Invite = lazy(() => import('./Invite.tsx').then((file) => ({ default: file.Invite })));

const Members = styled.ul`
  list-style: none;
  margin: 0 0 1.25rem;
  padding: 0;

  > li {
    border-top: 1px solid ${({ theme }) => theme.colors.secondary20};
    padding: 0.75rem 0;
  }

  > li:first-child {
    border-top: 0;
  }
`;

const Below = styled(Lead)`
  margin-top: 1rem;
`;

/** The people of the account: who they are, what they may do, and the way to invite and remove them. */
export function TeamSection() {
  return (
    <Section id="team">
      <Lead>{teamTexts.lead}</Lead>
      <Shown />
    </Section>
  );
}

function Shown() {
  const { receiver } = useReceiver();
  const { data, error, refetch } = useQuery(teamQuery(useApi(), receiver.token));
  if (error && !data) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton label="Loading your team" lines={4} />;
  return <Team team={data} isManager={receiver.abilities.includes('manage_team')} />;
}

function Team({ team, isManager }: { team: TeamAnswer; isManager: boolean }) {
  const [isInviting, setIsInviting] = useState(false);
  const [done, setDone] = useState<string | null>(null);
  const { members, hosted_url } = team;
  return (
    <>
      <DoneNote>{done}</DoneNote>
      <Members>
        {members.map((member) => (
          <Member key={member.id ?? 'owner'} member={member} team={team} isManager={isManager} onRemoved={(called) => setDone(teamTexts.hasRemoved(called))} />
        ))}
      </Members>
      {members.length === 1 && isManager && <Lead>{teamTexts.nobody}</Lead>}
      {isManager && (
        <Button variant="secondary" onClick={() => setIsInviting(true)}>
          {teamTexts.invite}
        </Button>
      )}
      {hosted_url !== null && (
        <Below>
          <a href={hosted_url}>{teamTexts.hosted}</a>
        </Below>
      )}
      <StoreStaff team={team} onGiven={(called, role) => setDone(teamTexts.hasRole(called, role))} />
      {isInviting && (
        <Suspense>
          <Invite role={team.your_role} onClose={() => setIsInviting(false)} />
        </Suspense>
      )}
    </>
  );
}
