import { useForm } from 'react-hook-form';
import { checkedBy, problemsOfAnswer, showProblems } from '../../../../server/browser/forms/formProblems.ts';
import type { CardDetail, patchOneCard } from '../../../../server/contract/cards.ts';
import { useIntent } from '../../../forms/useIntent.ts';
import { useReceiver } from '../../../session/receiver.ts';
import { useApi } from '../../../session/session.ts';
import { FormPanel } from '../../FormPanel.tsx';
import { useCardChanged } from '../useCardChanged.ts';
import { IdentityFields, type IdentityForm, identityOf, identityProblems } from './IdentityFields.tsx';

/** Renames a card, or gives it another color, purpose or holder. */
export function EditCard({ card, onClose }: { card: CardDetail; onClose: () => void }) {
  const api = useApi();
  const { token } = useReceiver().receiver;
  const changed = useCardChanged();
  const form = useForm<IdentityForm>({
    defaultValues: { name: card.name, color: card.color, purpose: card.purpose ?? '', holder_id: card.holder.id ?? '' },
    resolver: checkedBy(identityProblems),
  });
  const save = useIntent(async (typed: IdentityForm) => {
    const params = { token, card: card.token };
    await changed(await api.call<typeof patchOneCard>('PATCH /api/users/:token/cards/:card', { params, body: identityOf(typed) }));
  });

  async function submit() {
    const typed = form.getValues();
    const problems = identityProblems(typed);
    if (problems.length > 0) return showProblems(form, problems);
    const outcome = await save.run(typed);
    if (outcome.ok) onClose();
    else showProblems(form, problemsOfAnswer(outcome.problem, ''));
  }

  return (
    <FormPanel
      title="Change the card"
      form={form}
      submitText="Save"
      isBusy={save.isBusy}
      problem={save.problem}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <IdentityFields />
    </FormPanel>
  );
}
