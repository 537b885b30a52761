import { FormLayout } from '@shopify/polaris';
import type { TeamMemberAnswer } from '../../server/contract/team.ts';
import { cardColorKeys, cardColors, cardNameLength, cardPurposeLength } from '../../server/domain/card/appearance.ts';
import { PlainField, SelectField } from '../forms/ChoiceFields.tsx';

const colors = cardColorKeys.map((color) => ({ value: color, label: cardColors[color] }));

/** Whose card it is, what for, and how it is told apart. The holder is asked for once there is more than the owner. */
export function IdentityFields({ members }: { members: readonly TeamMemberAnswer[] }) {
  const holders = members.map(({ id, name, email, is_you }) => ({ value: id ?? '', label: `${name ?? email}${is_you ? ' (you)' : ''}` }));
  return (
    <FormLayout>
      <FormLayout.Group>
        <PlainField path="name" label="Name" maxLength={cardNameLength} placeholder="Meta ads" />
        <SelectField path="color" label="Color" choices={colors} />
      </FormLayout.Group>
      <PlainField path="purpose" label="Purpose (optional)" maxLength={cardPurposeLength} />
      {members.length > 1 && <SelectField path="holder_id" label="Holder" choices={holders} />}
    </FormLayout>
  );
}
