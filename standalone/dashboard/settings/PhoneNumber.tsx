import { coveredPhone, phoneProblem, tidyPhone } from '../../../server/domain/forms/identity.ts';
import { phoneHint } from '../../../server/domain/receiver/businessTexts.ts';
import { StaffNote } from '../../forms/StaffNote.tsx';
import { useReceiver } from '../../session/receiver.ts';
import { ChangeableText } from './ChangeableText.tsx';
import { Facts } from './Section.tsx';

/** Shows the phone number of the business, covered to its last digits, and lets the merchant replace it. */
export function PhoneNumber() {
  const { receiver, update } = useReceiver();
  const { phone_number: known } = receiver;
  return (
    <>
      <Facts>
        <dt>Phone number</dt>
        <dd>{known === null ? 'Not given' : coveredPhone(known)}</dd>
      </Facts>
      <StaffNote action="update_account">
        <ChangeableText
          field={{
            name: 'phone_number',
            label: 'New phone number',
            type: 'tel',
            inputMode: 'tel',
            autoComplete: 'tel',
            tidy: tidyPhone,
            hint: phoneHint,
          }}
          words={{ change: 'Change phone number', save: 'Save phone number' }}
          problemOf={phoneProblem}
          send={(phone_number) => update({ phone_number })}
        />
      </StaffNote>
    </>
  );
}
