import { useRevalidator } from '@remix-run/react';
import { Banner, FormLayout } from '@shopify/polaris';
import { cardColorKeys, cardColors, cardNameLength, cardPurposeLength } from '../../server/domain/card/appearance.ts';
import { holderChoices } from '../../server/domain/card/cardForms.ts';
import { cardsTexts } from '../../server/domain/card/cardWords.ts';
import { PlainField, SelectField } from '../forms/ChoiceFields.tsx';
import type { Holders } from './readHolders.server.ts';

const colors = cardColorKeys.map((color) => ({ value: color, label: cardColors[color] }));

interface IdentityFieldsProps {
  holders: Holders;
  /** The effect on the card while the holders cannot be read. */
  unread: string;
  /** Whether the reader may not give it to another holder. */
  keepsHolder?: boolean;
}

/** Fields for the card's holder, purpose, name and color. The holder is asked for once there is more than the owner. */
export function IdentityFields({ holders: { members, problem }, unread, keepsHolder = false }: IdentityFieldsProps) {
  return (
    <FormLayout>
      <FormLayout.Group>
        <PlainField path="name" label="Name" maxLength={cardNameLength} placeholder="Meta ads" />
        <SelectField path="color" label="Color" choices={colors} />
      </FormLayout.Group>
      <PlainField path="purpose" label="Purpose (optional)" maxLength={cardPurposeLength} />
      {members === null && !keepsHolder && <Unread text={`${problem} ${unread}`} />}
      {members !== null && members.length > 1 && !keepsHolder && <SelectField path="holder_id" label="Holder" choices={holderChoices(members)} />}
    </FormLayout>
  );
}

/** The id of the words that say that the people cannot be read. */
export const unreadHoldersId = 'unread-holders';

function Unread({ text }: { text: string }) {
  const { revalidate, state } = useRevalidator();
  return (
    <div id={unreadHoldersId} tabIndex={-1}>
      <Banner tone="critical" title={cardsTexts.holdersUnread.heading} action={{ content: 'Try again', onAction: revalidate, loading: state !== 'idle' }}>
        <p>{text}</p>
      </Banner>
    </div>
  );
}
