import { type AdminAction, adminActionDescriptions } from '../../../server/domain/staff/adminActions.ts';
import { fieldLabel, fieldValue } from '../../../server/domain/staff/fieldWords.ts';

const list = new Intl.ListFormat('en-US');

/** Returns an action's effect on the record, such as `Clears “Card” and “Card asked for”.`; empty for an action that opens or downloads. */
export function effectInWords(action: AdminAction): string {
  const { effect } = adminActionDescriptions[action];
  if (effect.kind !== 'fields') return '';
  const sets = Object.entries(effect.sets).map(([field, value]) => `“${fieldLabel(field)}” to ${fieldValue(field, value)}`);
  const clears = effect.clears.map((field) => `“${fieldLabel(field)}”`);
  return [sets.length > 0 && `Sets ${list.format(sets)}.`, clears.length > 0 && `Clears ${list.format(clears)}.`].filter(Boolean).join(' ');
}
