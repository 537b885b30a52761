import { useForm } from 'react-hook-form';
import { checkedBy, problemsOfAnswer, showProblems } from '../../../../server/browser/forms/formProblems.ts';
import type { CardDetail, putCardControls } from '../../../../server/contract/cards.ts';
import { hasRarerControls } from '../../../../server/domain/card/controls/controls.ts';
import { type ControlsForm, controlsFormOf, readControlsForm } from '../../../../server/domain/card/controls/controlsForm.ts';
import type { CallInput } from '../../../api.ts';
import { useIntent } from '../../../forms/useIntent.ts';
import { useReceiver } from '../../../session/receiver.ts';
import { useApi } from '../../../session/session.ts';
import { FormPanel } from '../../FormPanel.tsx';
import { useCardChanged } from '../useCardChanged.ts';
import { ControlsFields } from './ControlsFields.tsx';
import { formPathOf } from './formPathOf.ts';

interface EditControlsForm {
  controls: ControlsForm;
}

const problemsOf = ({ controls }: EditControlsForm) => readControlsForm(controls).problems.map(({ path, message }) => ({ path: `controls.${path}`, message }));

/** Sets the controls of a card. They hold from the next purchase on. */
export function EditControls({ card, onClose }: { card: CardDetail; onClose: () => void }) {
  const api = useApi();
  const { token } = useReceiver().receiver;
  const changed = useCardChanged();
  const form = useForm<EditControlsForm>({ defaultValues: { controls: controlsFormOf(card.controls) }, resolver: checkedBy(problemsOf) });
  const save = useIntent(async (body: CallInput<typeof putCardControls>['body']) => {
    const params = { token, card: card.token };
    await changed(await api.call<typeof putCardControls>('PUT /api/users/:token/cards/:card/controls', { params, body }));
  });

  async function submit() {
    const typed = form.getValues();
    const { controls } = readControlsForm(typed.controls);
    if (controls === null) return showProblems(form, problemsOf(typed));
    const outcome = await save.run({ controls });
    if (outcome.ok) return onClose();
    showProblems(
      form,
      problemsOfAnswer(outcome.problem, '').map(({ path, message }) => ({ path: formPathOf(path), message })),
    );
  }

  return (
    <FormPanel title="Controls" form={form} submitText="Save" sending={save} onSubmit={() => void submit()} onClose={onClose}>
      <ControlsFields blocked={card.program.blocked_categories} isOpen={hasRarerControls(card.controls)} />
    </FormPanel>
  );
}
