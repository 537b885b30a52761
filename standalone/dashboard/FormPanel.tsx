import { Button } from '@bigcommerce/big-design';
import type { ReactNode } from 'react';
import { type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form';
import type { ApiProblem } from '../api.ts';
import { Actions } from '../forms/Actions.ts';
import { Problem } from '../forms/Problem.tsx';
import { SidePanel } from './SidePanel.tsx';

interface FormPanelProps<Form extends FieldValues> {
  title: string;
  form: UseFormReturn<Form>;
  submitText: string;
  isBusy: boolean;
  /** Whether all was read that the form needs. */
  isReady?: boolean;
  problem: ApiProblem | null;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** A form at the side of its page, with the server's answer above its button. */
export function FormPanel<Form extends FieldValues>({
  title,
  form,
  submitText,
  isBusy,
  isReady = true,
  problem,
  onSubmit,
  onClose,
  children,
}: FormPanelProps<Form>) {
  return (
    <SidePanel title={title} onClose={() => !isBusy && onClose()}>
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
          <Problem problem={problem} />
        </form>
      </FormProvider>
    </SidePanel>
  );
}
