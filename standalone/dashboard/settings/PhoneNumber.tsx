import { Button } from '@bigcommerce/big-design';
import { useEffect, useRef, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { checkedBy, problemsOfAnswer, showProblems } from '../../../server/browser/forms/formProblems.ts';
import { coveredPhone, phoneProblem, tidyPhone } from '../../../server/domain/forms/identity.ts';
import { Field, Fields } from '../../forms/Field.tsx';
import { Problem } from '../../forms/Problem.tsx';
import { StaffNote } from '../../forms/StaffNote.tsx';
import { useIntent } from '../../forms/useIntent.ts';
import { ButtonRow } from '../../layout/ButtonRow.ts';
import { useReceiver } from '../../session/receiver.ts';
import { Facts } from './Section.tsx';
import { useUnsavedText } from './useUnsavedText.ts';

interface PhoneForm {
  phone_number: string;
}

function problemsOf({ phone_number }: PhoneForm) {
  const message = phoneProblem(tidyPhone(phone_number));
  return message === null ? [] : [{ path: 'phone_number', message }];
}

/** Shows the phone number of the business, covered to its last digits, and lets the merchant replace it. */
export function PhoneNumber() {
  const { receiver } = useReceiver();
  const unsaved = useUnsavedText(receiver.token, 'phone_number');
  const [isChanging, setIsChanging] = useState(unsaved.text !== null);
  const { phone_number: known } = receiver;

  function close() {
    unsaved.forget();
    setIsChanging(false);
  }

  return (
    <>
      <Facts>
        <dt>Phone number</dt>
        <dd>{known === null ? 'Not given' : coveredPhone(known)}</dd>
      </Facts>
      {isChanging ? (
        <ChangeForm typed={unsaved.text ?? ''} keep={unsaved.keep} close={close} />
      ) : (
        <StaffNote action="update_account">
          <ButtonRow>
            <Button variant="secondary" onClick={() => setIsChanging(true)}>
              Change phone number
            </Button>
          </ButtonRow>
        </StaffNote>
      )}
    </>
  );
}

interface ChangeFormProps {
  typed: string;
  keep: (text: string) => void;
  close: () => void;
}

function ChangeForm({ typed, keep, close }: ChangeFormProps) {
  const { update } = useReceiver();
  const form = useForm<PhoneForm>({ defaultValues: { phone_number: typed }, resolver: checkedBy(problemsOf) });
  const saving = useIntent(({ phone_number }: PhoneForm) => update({ phone_number: tidyPhone(phone_number) }));
  const isNew = useRef(typed === '');

  useEffect(() => {
    if (isNew.current) form.setFocus('phone_number');
    const watching = form.watch(({ phone_number = '' }) => keep(phone_number));
    return () => watching.unsubscribe();
  }, [form, keep]);

  async function submit() {
    const values = form.getValues();
    const problems = problemsOf(values);
    if (problems.length > 0) return showProblems(form, problems);
    const outcome = await saving.run(values);
    if (outcome.ok) close();
    else showProblems(form, problemsOfAnswer(outcome.problem, ''));
  }

  return (
    <FormProvider {...form}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Fields>
          <Field
            name="phone_number"
            label="New phone number"
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            tidy={tidyPhone}
            hint="We call it only about your account."
          />
          <Problem problem={saving.problem} />
          <ButtonRow>
            <Button type="submit" variant="secondary" isLoading={saving.isBusy}>
              Save phone number
            </Button>
            <Button type="button" variant="subtle" onClick={close}>
              Cancel
            </Button>
          </ButtonRow>
        </Fields>
      </form>
    </FormProvider>
  );
}
