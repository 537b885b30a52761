import type { UseQueryResult } from '@tanstack/react-query';
import type { TeamAnswer } from '../../../../server/contract/team.ts';
import { cardNameLength, cardPurposeLength } from '../../../../server/domain/card/appearance.ts';
import { holderChoices } from '../../../../server/domain/card/cardForms.ts';
import { cardsTexts } from '../../../../server/domain/card/cardWords.ts';
import { Field } from '../../../forms/Field.tsx';
import { Fields } from '../../../forms/fieldLayout.ts';
import { SelectField } from '../../../forms/SelectField.tsx';
import { ErrorState } from '../../../layout/ErrorState.tsx';
import { ColorField } from './ColorField.tsx';

interface IdentityFieldsProps {
  /** The people of the account, of whom one holds the card. */
  team: UseQueryResult<TeamAnswer>;
  /** The effect on the card while the holders cannot be read. */
  unread: string;
  /** Whether the reader may not give it to another holder. */
  keepsHolder?: boolean;
}

/** Fields for the card's holder, purpose, name and color. */
export function IdentityFields({ keepsHolder = false, ...props }: IdentityFieldsProps) {
  return (
    <Fields>
      <Field name="name" label="Name" autoComplete="off" maxLength={cardNameLength} placeholder="Meta ads" />
      <Field name="purpose" label="Purpose (optional)" autoComplete="off" maxLength={cardPurposeLength} />
      <ColorField name="color" />
      {!keepsHolder && <HolderField {...props} />}
    </Fields>
  );
}

/** The person who holds the card; nothing while the owner is alone. */
function HolderField({ team: { data, error, refetch }, unread }: Omit<IdentityFieldsProps, 'keepsHolder'>) {
  if (error && !data) return <ErrorState heading={cardsTexts.holdersUnread.heading} message={`${error.message} ${unread}`} onRetry={() => void refetch()} />;
  const members = data?.members ?? [];
  return members.length < 2 ? null : <SelectField name="holder_id" label="Holder" choices={holderChoices(members)} />;
}
