import { BlockStack, Link, Text } from '@shopify/polaris';
import { useState } from 'react';
import type { TeamAnswer } from '../../../server/contract/team.ts';
import { mayRoleCall } from '../../../server/domain/access/teamRoles.ts';
import { givableRoles, teamTexts, whoCan } from '../../../server/domain/access/teamWords.ts';
import { DoneNote } from '../../components/DoneNote.tsx';
import { Section } from '../Section.tsx';
import { Invitation } from './Invitation.tsx';
import { Member } from './Member.tsx';
import { StoreStaff } from './StoreStaff.tsx';

interface TeamProps {
  team: TeamAnswer;
  /** The receiver's. */
  token: string;
}

/** The people of the account, what each of them may do, and the ways to change that. */
export function Team({ team: { members, store_staff, hosted_url, your_role }, token }: TeamProps) {
  const isManager = mayRoleCall('managers', your_role);
  const assignable = givableRoles(your_role);
  const [done, setDone] = useState<string | null>(null);
  return (
    <>
      <Section id="team" title={teamTexts.heading}>
        <Text as="p">{members.length > 1 || !isManager ? teamTexts.lead : teamTexts.nobody}</Text>
        <DoneNote>{done}</DoneNote>
        <BlockStack as="ul" gap="400">
          {members.map((member) => (
            <Member
              key={member.id}
              member={member}
              token={token}
              assignable={isManager ? assignable : []}
              onRemoved={(called) => setDone(teamTexts.hasRemoved(called))}
            />
          ))}
        </BlockStack>
        {!isManager && (
          <Text as="p" tone="subdued">
            {whoCan(your_role, 'managers')}
          </Text>
        )}
        {isManager && <Invitation token={token} assignable={assignable} />}
        {isManager && hosted_url !== null && (
          <Link url={hosted_url} target="_blank">
            {teamTexts.hosted}
          </Link>
        )}
      </Section>
      {your_role === 'owner' && store_staff.length > 0 && (
        <StoreStaff staff={store_staff} token={token} onGiven={(called, role) => setDone(teamTexts.hasRole(called, role))} />
      )}
    </>
  );
}
