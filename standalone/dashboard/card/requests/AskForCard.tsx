import { useForm } from 'react-hook-form';
import { checkedBy, problemsOfAnswer, showProblems } from '../../../../server/browser/forms/formProblems.ts';
import { type CardWish, cardWishBody, cardWishLabels, cardWishProblems } from '../../../../server/domain/card/cardForms.ts';
import { cardsTexts } from '../../../../server/domain/card/cardWords.ts';
import { typedLengths } from '../../../../server/domain/forms/typedLengths.ts';
import { Field } from '../../../forms/Field.tsx';
import { Fields } from '../../../forms/fieldLayout.ts';
import { LongField } from '../../../forms/LongField.tsx';
import { FormPanel } from '../../FormPanel.tsx';
import { useAsk } from './useAsk.ts';

/** Asks the owner and the admins for a card. */
export function AskForCard({ onClose }: { onClose: () => void }) {
  const form = useForm<CardWish>({ defaultValues: { note: '', amount_cents: '' }, resolver: checkedBy(cardWishProblems) });
  const ask = useAsk();

  async function submit() {
    const typed = form.getValues();
    const problems = cardWishProblems(typed);
    if (problems.length > 0) return showProblems(form, problems);
    const outcome = await ask.run(cardWishBody(typed));
    if (outcome.ok) onClose();
    else showProblems(form, problemsOfAnswer(outcome.problem, ''));
  }

  return (
    <FormPanel title={cardsTexts.ask} form={form} submitText="Ask" sending={ask} onSubmit={() => void submit()} onClose={onClose}>
      <Fields>
        <LongField name="note" label={cardWishLabels.note} maxLength={typedLengths.note} />
        <Field
          name="amount_cents"
          label={cardWishLabels.amount}
          iconLeft={<span aria-hidden="true">$</span>}
          inputMode="decimal"
          autoComplete="off"
          maxLength={typedLengths.dollars}
        />
      </Fields>
    </FormPanel>
  );
}
