import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { checkedBy, problemsOfAnswer, showProblems } from '../../../../server/browser/forms/formProblems.ts';
import type { CardDetail, patchOneCard } from '../../../../server/contract/cards.ts';
import { type CardIdentity, cardIdentityBody, cardIdentityProblems } from '../../../../server/domain/card/cardForms.ts';
import { cardsTexts } from '../../../../server/domain/card/cardWords.ts';
import { useIntent } from '../../../forms/useIntent.ts';
import { useReceiver } from '../../../session/receiver.ts';
import { useApi } from '../../../session/session.ts';
import { FormPanel } from '../../FormPanel.tsx';
import { teamQuery } from '../../settings/team/teamQuery.ts';
import { useCardChanged } from '../useCardChanged.ts';
import { IdentityFields } from './IdentityFields.tsx';

/** Renames a card, or gives it another color, purpose or holder. */
export function EditCard({ card, onClose }: { card: CardDetail; onClose: () => void }) {
  const api = useApi();
  const { token } = useReceiver().receiver;
  const changed = useCardChanged();
  const team = useQuery(teamQuery(api, token));
  const form = useForm<CardIdentity>({
    defaultValues: { name: card.name, color: card.color, purpose: card.purpose ?? '', holder_id: card.holder.id ?? '' },
    resolver: checkedBy(cardIdentityProblems),
  });
  const save = useIntent(async (typed: CardIdentity) => {
    const params = { token, card: card.token };
    await changed(await api.call<typeof patchOneCard>('PATCH /api/users/:token/cards/:card', { params, body: cardIdentityBody(typed) }));
  });

  async function submit() {
    const typed = form.getValues();
    const problems = cardIdentityProblems(typed);
    if (problems.length > 0) return showProblems(form, problems);
    const outcome = await save.run(typed);
    if (outcome.ok) onClose();
    else showProblems(form, problemsOfAnswer(outcome.problem, ''));
  }

  return (
    <FormPanel title="Change the card" form={form} submitText="Save" sending={save} onSubmit={() => void submit()} onClose={onClose}>
      <IdentityFields team={team} unread={cardsTexts.holdersUnread.changing} keepsHolder={!card.can.change_holder} />
    </FormPanel>
  );
}
