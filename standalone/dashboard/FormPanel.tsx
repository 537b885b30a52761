import { Button } from '@bigcommerce/big-design';
import type { ReactNode } from 'react';
import { type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form';
import type { Intent } from '../../server/browser/forms/intent.ts';
import { Actions } from '../forms/Actions.ts';
import { FormProblem } from '../forms/FormProblem.tsx';
import { useDiscardQuestion } from '../forms/useDiscardQuestion.tsx';
import { SidePanel } from './SidePanel.tsx';

interface FormPanelProps<Form extends FieldValues> {
  title: string;
  form: UseFormReturn<Form>;
  submitText: string;
  sending: Pick<Intent<never, unknown>, 'isBusy' | 'problem' | 'clear'>;
  /** Whether all was read that the form needs. */
  isReady?: boolean;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A form at the side of its page, with the server's answer below its buttons, which it therefore never moves. Asks before it closes, or the
 * page is left, over something typed.
 */
export function FormPanel<Form extends FieldValues>({ title, form, submitText, sending, isReady = true, onSubmit, onClose, children }: FormPanelProps<Form>) {
  const { isBusy } = sending;
  const { close, question } = useDiscardQuestion({ isDirty: form.formState.isDirty, isBusy, onClose });
  return (
    <SidePanel title={title} onClose={close}>
      <FormProvider {...form}>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (!isBusy && isReady) onSubmit();
          }}
        >
          {children}
          <Actions>
            <Button type="submit" isLoading={isBusy} disabled={!isReady}>
              {submitText}
            </Button>
            <Button type="button" variant="subtle" disabled={isBusy} onClick={onClose}>
              Cancel
            </Button>
          </Actions>
          <FormProblem sending={sending} />
        </form>
      </FormProvider>
      {question}
    </SidePanel>
  );
}
