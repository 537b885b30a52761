import { useQuery } from '@tanstack/react-query';
import { type CardColor, cardNameLength, cardPurposeLength } from '../../../../server/domain/card/appearance.ts';
import type { FieldProblem } from '../../../../server/domain/forms/address.ts';
import { Field, Fields } from '../../../forms/Field.tsx';
import { SelectField } from '../../../forms/SelectField.tsx';
import { ErrorState } from '../../../layout/ErrorState.tsx';
import { useReceiver } from '../../../session/receiver.ts';
import { useApi } from '../../../session/session.ts';
import { teamQuery } from '../../settings/team/teamQuery.ts';
import { ColorField } from './ColorField.tsx';

export interface IdentityForm {
  name: string;
  color: CardColor;
  /** Empty for none. */
  purpose: string;
  /** The id of a member; empty for the owner. */
  holder_id: string;
}

export const newIdentity: IdentityForm = { name: '', color: 'brand', purpose: '', holder_id: '' };

/** Returns the form as it is sent. */
export function identityOf({ name, color, purpose, holder_id }: IdentityForm) {
  return { name: name.trim(), color, purpose: purpose.trim() || null, holder_id: holder_id || null };
}

export function identityProblems({ name }: IdentityForm): readonly FieldProblem[] {
  return name.trim() === '' ? [{ path: 'name', message: 'Give the card a name.' }] : [];
}

/** Whose card it is, what for, and how it is told apart. */
export function IdentityFields() {
  return (
    <Fields>
      <Field name="name" label="Name" autoComplete="off" maxLength={cardNameLength} placeholder="Meta ads" />
      <Field name="purpose" label="Purpose (optional)" autoComplete="off" maxLength={cardPurposeLength} />
      <ColorField name="color" />
      <HolderField />
    </Fields>
  );
}

/** The person who holds the card; nothing while the owner is alone. A team that cannot be read says so: without it the card would be the owner's. */
function HolderField() {
  const { data, error, refetch } = useQuery(teamQuery(useApi(), useReceiver().receiver.token));
  if (error && !data) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  const members = data?.members ?? [];
  if (members.length < 2) return null;
  const choices = members.map(({ id, name, email, is_you }) => ({ value: id ?? '', label: `${name ?? email}${is_you ? ' (you)' : ''}` }));
  return <SelectField name="holder_id" label="Holder" choices={choices} />;
}
