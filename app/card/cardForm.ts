import type { FieldErrors } from '../../server/browser/forms/formProblems.ts';
import type { CardKind } from '../../server/domain/card/appearance.ts';
import { type CardIdentity, cardIdentityProblems } from '../../server/domain/card/cardForms.ts';
import { type ShippingAddress, shippingAddressProblems } from '../../server/domain/card/cardIssueForm.ts';
import { type ControlsForm, controlsFormPath, readControlsForm } from '../../server/domain/card/controls/controlsForm.ts';
import type { FieldProblem } from '../../server/domain/forms/address.ts';

/** The form of a card in the admin: what it is called and for whom it is, and what may be bought with it. */
export interface CardForm extends CardIdentity {
  controls: ControlsForm;
}

/** The form of a further card: also how it works, and where its plastic goes. */
export interface NewCardForm extends CardForm {
  kind: CardKind;
  /** Only of a card for any purchase. */
  is_physical: boolean;
  shipping_address: ShippingAddress;
}

const inControls = ({ path, message }: FieldProblem): FieldProblem => ({ path: `controls.${path}`, message });

/** Returns what is wrong with the form, field by field. */
export function cardFormProblems(form: CardForm): FieldProblem[] {
  return [...cardIdentityProblems(form), ...controlsProblems(form)];
}

const controlsProblems = ({ controls }: CardForm): FieldProblem[] => readControlsForm(controls).problems.map(inControls);

/** Returns what is wrong with the form of a further card, in the order of its fields. */
export function newCardFormProblems(form: NewCardForm): FieldProblem[] {
  const delivery = isPrinted(form) ? shippingAddressProblems(form.shipping_address) : [];
  return [...cardIdentityProblems(form), ...delivery, ...controlsProblems(form)];
}

/** Tells whether plastic was asked for: cards for one purchase or one merchant have none. */
export function isPrinted({ kind, is_physical }: NewCardForm): boolean {
  return is_physical && kind === 'standard';
}

/** Returns the controls as they are sent. Throws for a form with problems. */
export function controlsBody({ controls }: CardForm) {
  const read = readControlsForm(controls).controls;
  if (read === null) throw new Error('the form of the controls has problems');
  return read;
}

/** Returns the mistakes that the server found under the form's own paths. */
export function cardProblemsOfAnswer({ errors = [] }: FieldErrors): FieldProblem[] {
  return errors.map(({ path, message: mistake, fix }) => {
    const message = `${mistake} ${fix}`.trim();
    const within = path.startsWith('controls.') ? path.slice('controls.'.length) : null;
    return within === null ? { path, message } : inControls({ path: controlsFormPath(within), message });
  });
}
