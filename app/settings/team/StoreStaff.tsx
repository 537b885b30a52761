import { BlockStack, InlineStack, Text } from '@shopify/polaris';
import type { putStoreStaffRole, TeamAnswer } from '../../../server/contract/team.ts';
import { type TeamRole, teamRoleTexts } from '../../../server/domain/access/teamRoles.ts';
import { givableRoles, teamTexts } from '../../../server/domain/access/teamWords.ts';
import { callCore } from '../../call.ts';
import { ProblemBanner } from '../../components/ProblemBanner.tsx';
import { useEffectCall } from '../../useEffectCall.ts';
import { Section } from '../Section.tsx';
import { RoleSelect } from './RoleSelect.tsx';

type Person = TeamAnswer['store_staff'][number];

interface StoreStaffProps {
  staff: readonly Person[];
  /** The receiver's. */
  token: string;
  onGiven: (called: string, role: TeamRole) => void;
}

/** The store's platform says who owns it. */
const assignable = givableRoles('admin');

/** The store's staff who have opened the app and have no role in the team yet: the owner gives them one. */
export function StoreStaff({ staff, token, onGiven }: StoreStaffProps) {
  return (
    <Section id="store-staff" title={teamTexts.storeStaff}>
      <Text as="p">{teamTexts.storeStaffLead}</Text>
      <BlockStack as="ul" gap="400">
        {staff.map((person) => (
          <StaffMember key={`${person.platform} ${person.store} ${person.user_id}`} person={person} token={token} onGiven={onGiven} />
        ))}
      </BlockStack>
    </Section>
  );
}

function StaffMember({ person, token, onGiven }: Omit<StoreStaffProps, 'staff'> & { person: Person }) {
  const { platform, store, user_id, name, email } = person;
  const called = name ?? email ?? `Person ${user_id}`;
  const mapping = useEffectCall(
    (role: TeamRole) =>
      callCore<typeof putStoreStaffRole>('PUT /api/users/:token/team/store_staff', { params: { token }, body: { platform, store, user_id, role } }),
    (role) => `${called}: ${teamRoleTexts[role].label}`,
  );
  async function give(role: TeamRole) {
    const { ok } = await mapping.run(role);
    if (ok) onGiven(called, role);
  }
  return (
    <li>
      <BlockStack gap="200">
        <InlineStack align="space-between" blockAlign="center" gap="400">
          <BlockStack>
            <Text as="span" fontWeight="semibold" breakWord>
              {called}
            </Text>
            <Text as="span" tone="subdued" breakWord>
              {[name === null ? null : email, store].filter((part) => part !== null).join(' · ')}
            </Text>
          </BlockStack>
          <RoleSelect
            label={`Role of ${called}`}
            isLabelHidden
            chosen={null}
            assignable={assignable}
            isBusy={mapping.isBusy}
            onChoose={(role) => void give(role)}
          />
        </InlineStack>
        <ProblemBanner problem={mapping.problem} />
      </BlockStack>
    </li>
  );
}
