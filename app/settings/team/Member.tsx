import { Badge, BlockStack, Button, InlineStack, Text } from '@shopify/polaris';
import { useState } from 'react';
import type { deleteTeamMember, patchTeamMember, TeamMemberAnswer } from '../../../server/contract/team.ts';
import { type TeamRole, teamRoleTexts } from '../../../server/domain/access/teamRoles.ts';
import { removalQuestion, teamTexts } from '../../../server/domain/access/teamWords.ts';
import { callCore } from '../../call.ts';
import { ConfirmModal } from '../../components/ConfirmModal.tsx';
import { ProblemBanner } from '../../components/ProblemBanner.tsx';
import { useEffectCall } from '../../useEffectCall.ts';
import { RoleSelect } from './RoleSelect.tsx';

interface MemberProps {
  member: TeamMemberAnswer;
  /** The receiver's. */
  token: string;
  /** The roles that the reader may give; empty for a reader who changes nobody. */
  assignable: readonly TeamRole[];
  /** Called with their name. */
  onRemoved: (called: string) => void;
}

/** A person of the team: who they are and what they may do. */
export function Member({ member, token, assignable, onRemoved }: MemberProps) {
  const { id, name, email, role, state, cards, is_you } = member;
  const called = name ?? email;
  // The person who opened the account stays its owner, and nobody changes what they may do themselves.
  const mayChange = id !== null && !is_you && assignable.includes(role);
  return (
    <li>
      <InlineStack align="space-between" blockAlign="center" gap="400">
        <BlockStack>
          <InlineStack gap="200" blockAlign="center">
            <Text as="span" fontWeight="semibold" breakWord>
              {called}
              {is_you && ' (you)'}
            </Text>
            {!mayChange && <Badge>{teamRoleTexts[role].label}</Badge>}
          </InlineStack>
          <Text as="span" tone="subdued" breakWord>
            {[name === null ? null : email, state === 'invited' ? teamTexts.invited : null, cards > 0 ? `${cards} ${cards === 1 ? 'card' : 'cards'}` : null]
              .filter((part) => part !== null)
              .join(' · ')}
          </Text>
        </BlockStack>
        {mayChange && <Changes id={id} called={called} role={role} cards={cards} token={token} assignable={assignable} onRemoved={onRemoved} />}
      </InlineStack>
    </li>
  );
}

interface ChangesProps extends Omit<MemberProps, 'member'>, Pick<TeamMemberAnswer, 'role' | 'cards'> {
  id: string;
  called: string;
}

/** Gives a member another role, or removes them. */
function Changes({ id, called, role, cards, token, assignable, onRemoved }: ChangesProps) {
  const [isAsking, setIsAsking] = useState(false);
  const params = { token, member: id };
  const change = useEffectCall(
    (next: TeamRole) => callCore<typeof patchTeamMember>('PATCH /api/users/:token/team/:member', { params, body: { role: next } }),
    (next) => `${called}: ${teamRoleTexts[next].label}`,
  );
  const removal = useEffectCall(() => callCore<typeof deleteTeamMember>('DELETE /api/users/:token/team/:member', { params }), 'Removed');
  async function remove() {
    const { ok } = await removal.run(null);
    setIsAsking(false);
    if (ok) onRemoved(called);
  }
  return (
    <BlockStack gap="200">
      <InlineStack gap="200" blockAlign="center">
        <RoleSelect
          label={`Role of ${called}`}
          isLabelHidden
          chosen={role}
          assignable={assignable}
          isBusy={change.isBusy}
          onChoose={(next) => void change.run(next)}
        />
        <Button tone="critical" accessibilityLabel={`Remove ${called}`} onClick={() => setIsAsking(true)}>
          Remove
        </Button>
      </InlineStack>
      <ProblemBanner problem={change.problem ?? removal.problem} />
      <ConfirmModal
        isOpen={isAsking}
        title={`Remove ${called}?`}
        points={[removalQuestion(called, cards)]}
        confirm="Remove"
        keep="Keep"
        isBusy={removal.isBusy}
        onConfirm={() => void remove()}
        onClose={() => setIsAsking(false)}
      />
    </BlockStack>
  );
}
