import { type FormEvent, useId, useRef, useState } from 'react';
import styled from 'styled-components';
import { focusFirstProblem } from '../../../server/browser/focus.ts';
import type { ReceiverAnswer } from '../../../server/contract/receiver.ts';
import type { postAdminAction } from '../../../server/contract/staff.ts';
import { type AdminMenuEntry, adminConfirmation, fieldsAfter } from '../../../server/domain/staff/adminActions.ts';
import type { Answer } from '../../api.ts';
import { DialogProblem } from '../../forms/DialogProblem.tsx';
import { Fields } from '../../forms/fieldLayout.ts';
import { TypedField } from '../../forms/TypedField.tsx';
import { useDiscardQuestion } from '../../forms/useDiscardQuestion.tsx';
import { useIntent } from '../../forms/useIntent.ts';
import { Dialog } from '../../layout/Dialog.tsx';
import { useApi } from '../../session/session.ts';
import { ConfirmationField, confirmationProblem } from '../ConfirmationField.tsx';
import { reasonHint, reasonProblem } from '../reason.ts';
import { consequenceInWords, debtInWords, nextInWords } from './consequences.ts';
import { effectInWords } from './effectInWords.ts';
import { FieldChanges } from './FieldChanges.tsx';

const Form = styled.form`
  > p {
    margin: 0 0 0.5rem;
  }
`;

interface ActionFormProps {
  entry: AdminMenuEntry;
  receiver: ReceiverAnswer;
  /** See `AccessOptions`. */
  overrideFraud: boolean;
  /** Reloads the customer's record in the page behind. Never rejects. */
  refresh: () => Promise<void>;
  onDone: (answer: Answer<typeof postAdminAction>) => void;
  onClose: () => void;
}

/** Says what an action will do and asks for the reason. For an action that cannot be undone, asks to type the customer's name. */
export function ActionForm({ entry, receiver, overrideFraud, refresh, onDone, onClose }: ActionFormProps) {
  const { action, label } = entry;
  const api = useApi();
  const formId = useId();
  const expected = adminConfirmation(action, receiver);
  const form = useRef<HTMLFormElement>(null);
  const [reason, setReason] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const [isTried, setIsTried] = useState(false);
  const intent = useIntent(async (body: { reason: string; confirmation?: string; override_fraud?: true }, idempotencyKey) => {
    const params = { token: receiver.token, action };
    const answer = await api.call<typeof postAdminAction>('POST /api/staff/receivers/:token/actions/:action', { params, body, idempotencyKey });
    // Refresh first, so that the page and the menu behind agree with the result in the dialog.
    if (answer.changed.length > 0) await refresh();
    return answer;
  });

  const { close, question } = useDiscardQuestion({ isDirty: reason !== '' || confirmation !== '', isBusy: intent.isBusy, onClose });

  const problems = {
    reason: reasonProblem(reason),
    confirmation: expected === null ? undefined : confirmationProblem(confirmation, expected),
  };
  const shown = isTried ? problems : { reason: undefined, confirmation: undefined };

  async function submit(event: FormEvent) {
    event.preventDefault();
    setIsTried(true);
    if (problems.reason !== undefined || problems.confirmation !== undefined) return focusFirstProblem(form.current);
    const outcome = await intent.run({
      reason: reason.trim(),
      ...(expected !== null && { confirmation: confirmation.trim() }),
      ...(overrideFraud && { override_fraud: true }),
    });
    if (outcome.ok) onDone(outcome.value);
  }

  const after = Object.entries(fieldsAfter(action));
  const debt = debtInWords(action, receiver.totalOutstandingCents);
  return (
    <Dialog
      title={label}
      isWide
      isBusy={intent.isBusy}
      onClose={close}
      actions={[
        { text: 'Cancel', variant: 'subtle', onClick: onClose },
        { text: label, type: 'submit', form: formId, isLoading: intent.isBusy, actionType: expected === null ? 'normal' : 'destructive' },
      ]}
    >
      <Form ref={form} id={formId} noValidate onSubmit={(event) => void submit(event)}>
        <p>
          {effectInWords(action)} {consequenceInWords(action, receiver)} {nextInWords(action, receiver)}
        </p>
        {overrideFraud && <p>Your role alone does not include this. It is done with the override, and the audit log says so.</p>}
        {debt !== '' && (
          <p>
            <strong>{debt}</strong>
          </p>
        )}
        {after.length > 0 && (
          <FieldChanges
            headings={['Now', 'After']}
            changes={after.map(([field, value]) => ({ field, before: receiver[field as keyof ReceiverAnswer], after: value }))}
          />
        )}
        <Fields>
          <TypedField label="Reason" isLong hint={reasonHint} value={reason} onChange={setReason} problem={shown.reason} />
          {expected !== null && (
            <ConfirmationField receiver={receiver} expected={expected} value={confirmation} onChange={setConfirmation} problem={shown.confirmation} />
          )}
        </Fields>
        <DialogProblem problem={intent.problem} />
      </Form>
      {question}
    </Dialog>
  );
}
