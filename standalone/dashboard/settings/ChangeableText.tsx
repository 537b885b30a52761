import { Button } from '@bigcommerce/big-design';
import { useEffect, useId, useRef, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { checkedBy, problemsOfAnswer, showProblems } from '../../../server/browser/forms/formProblems.ts';
import { useFocusOn } from '../../../server/browser/useFocusOn.ts';
import { Field, type FieldProps } from '../../forms/Field.tsx';
import { Fields } from '../../forms/fieldLayout.ts';
import { Problem } from '../../forms/Problem.tsx';
import { useIntent } from '../../forms/useIntent.ts';
import { ButtonRow } from '../../layout/ButtonRow.ts';
import { useReceiver } from '../../session/receiver.ts';
import { useUnsavedText } from './useUnsavedText.ts';

interface ChangeableTextProps {
  /** The field, by the name that the server's problems have for it. */
  field: FieldProps;
  /** The words of the buttons that open the form and that send it. */
  words: { change: string; save: string };
  /** Checks a text; null when it can be sent. */
  problemOf: (text: string) => string | null;
  send: (text: string) => Promise<void>;
}

/** A text of the settings that a button lets the merchant replace. The typed text survives a visit to another page. */
export function ChangeableText(props: ChangeableTextProps) {
  const { receiver } = useReceiver();
  const unsaved = useUnsavedText(receiver.token, props.field.name);
  const [isChanging, setIsChanging] = useState(unsaved.text !== null);
  const buttonId = useId();
  useFocusOn(buttonId, isChanging ? null : 'closed');

  function close() {
    unsaved.forget();
    setIsChanging(false);
  }

  if (isChanging) return <ChangeForm {...props} typed={unsaved.text ?? ''} keep={unsaved.keep} close={close} />;
  return (
    <ButtonRow>
      <Button id={buttonId} variant="secondary" onClick={() => setIsChanging(true)}>
        {props.words.change}
      </Button>
    </ButtonRow>
  );
}

interface ChangeFormProps extends ChangeableTextProps {
  typed: string;
  keep: (text: string) => void;
  close: () => void;
}

function ChangeForm({ field, words, problemOf, send, typed, keep, close }: ChangeFormProps) {
  const { name, tidy = (text) => text.trim() } = field;
  const textOf = (values: Partial<Record<string, string>>) => tidy(values[name] ?? '');
  function problemsOf(values: Record<string, string>) {
    const message = problemOf(textOf(values));
    return message === null ? [] : [{ path: name, message }];
  }
  const form = useForm<Record<string, string>>({ defaultValues: { [name]: typed }, resolver: checkedBy(problemsOf) });
  const saving = useIntent(send);
  const isNew = useRef(typed === '');

  useEffect(() => {
    if (isNew.current) form.setFocus(name);
    const watching = form.watch((values) => keep(values[name] ?? ''));
    return () => watching.unsubscribe();
  }, [form, keep, name]);

  async function submit() {
    const values = form.getValues();
    const problems = problemsOf(values);
    if (problems.length > 0) return showProblems(form, problems);
    const outcome = await saving.run(textOf(values));
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
          <Field {...field} tidy={tidy} />
          <Problem problem={saving.problem} />
          <ButtonRow>
            <Button type="submit" variant="secondary" isLoading={saving.isBusy}>
              {words.save}
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
