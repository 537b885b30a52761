import { useForm } from 'react-hook-form';
import { checkedBy, problemsOfAnswer, showProblems } from '../../../../server/browser/forms/formProblems.ts';
import { cardsTexts } from '../../../../server/domain/card/cardWords.ts';
import { readLimit } from '../../../../server/domain/card/controls/controlsForm.ts';
import { Field, Fields } from '../../../forms/Field.tsx';
import { LongField } from '../../../forms/LongField.tsx';
import { FormPanel } from '../../FormPanel.tsx';
import { useAsk } from './useAsk.ts';

interface AskForm {
  note: string;
  amount_cents: string;
}

const problemsOf = ({ note, amount_cents }: AskForm) => [
  ...(note.trim() === '' ? [{ path: 'note', message: 'Say what the card is for.' }] : []),
  ...(amount_cents.trim() !== '' && readLimit(amount_cents) === null ? [{ path: 'amount_cents', message: 'Enter an amount such as 200.00.' }] : []),
];

/** Asks the owner and the admins for a card. */
export function AskForCard({ onClose }: { onClose: () => void }) {
  const form = useForm<AskForm>({ defaultValues: { note: '', amount_cents: '' }, resolver: checkedBy(problemsOf) });
  const ask = useAsk();

  async function submit() {
    const { note, amount_cents } = form.getValues();
    const problems = problemsOf({ note, amount_cents });
    if (problems.length > 0) return showProblems(form, problems);
    const outcome = await ask.run({ kind: 'card', note: note.trim(), amount_cents: readLimit(amount_cents) });
    if (outcome.ok) onClose();
    else showProblems(form, problemsOfAnswer(outcome.problem, ''));
  }

  return (
    <FormPanel title={cardsTexts.ask} form={form} submitText="Ask" isBusy={ask.isBusy} problem={ask.problem} onSubmit={() => void submit()} onClose={onClose}>
      <Fields>
        <LongField name="note" label="What is it for?" maxLength={200} />
        <Field name="amount_cents" label="How much a month (optional)" inputMode="decimal" autoComplete="off" maxLength={14} />
      </Fields>
    </FormPanel>
  );
}
