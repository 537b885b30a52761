import { FormLayout } from '@shopify/polaris';
import { useWatch } from 'react-hook-form';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import { cardKinds } from '../../server/domain/card/appearance.ts';
import { cardKindTexts, cardsTexts } from '../../server/domain/card/cardWords.ts';
import { CheckField, SelectField } from '../forms/ChoiceFields.tsx';
import { isPrinted, type NewCardForm } from './cardForm.ts';
import { Delivery } from './Delivery.tsx';

/** How a further card works, whether it is printed as well, and where the plastic goes. */
export function KindFields({ business_address }: Pick<ReceiverAnswer, 'business_address'>) {
  const form = useWatch<NewCardForm>() as NewCardForm;
  return (
    <FormLayout>
      <SelectField
        path="kind"
        label="What it is for"
        choices={cardKinds.map((kind) => ({ value: kind, label: cardKindTexts[kind].label }))}
        hint={cardKindTexts[form.kind].text}
      />
      {form.kind === 'standard' && <CheckField path="is_physical" label={cardsTexts.print} />}
      {isPrinted(form) && <Delivery business_address={business_address} />}
    </FormLayout>
  );
}
