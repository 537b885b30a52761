import { type CardControls, limitKinds } from './controls/controls.ts';

/** The words of both frontends about a card that is gone, broken or not needed any more. */
export const lossTexts = {
  title: (isPhysical: boolean) => (isPhysical ? 'Lost, stolen or damaged' : 'Lost or stolen'),
  question: 'What happened',
  replace: 'Close it and get a new card',
  mail: 'Mail new plastic',
  openNew: 'Open the new card',
  storedNumbers: 'They charged the old card more than twice, so they have its number stored. Give them the new one.',
  hasClosed: 'This card is closed for good.',
  closing: 'Close this card for good? Every further purchase is declined, and subscriptions on it stop. This cannot be undone.',
} as const;

/** The three plain paths of a card that is gone or broken, and what each leads to. */
export const lossChoices = [
  { loss: 'lost', label: 'I lost it', text: 'It is closed at once, and a new card with a new number takes its place.' },
  { loss: 'stolen', label: 'It was stolen, or somebody uses its number', text: 'It is closed at once, and a new card with a new number takes its place.' },
  {
    loss: 'damaged',
    label: 'It is damaged',
    text: 'The number stays, and new plastic is mailed at no charge. The old plastic works until the new one is activated.',
  },
] as const;
export type LossChoice = (typeof lossChoices)[number]['loss'];

/** Says what follows when a lost or stolen card is closed, a sentence each. */
export function lossPoints(isPhysical: boolean): readonly string[] {
  return [
    'Every further purchase with it is declined, from this moment on.',
    isPhysical ? 'A new card works online at once, and its plastic is mailed to where the old one went.' : 'A new card works online at once.',
    'The new card keeps the name and the controls, and what was spent with the old one counts toward its limits.',
    'Subscriptions on the old card stop until you give them the new number.',
  ];
}

/** Says of a card with limits over time that took another's place what else counts toward them; null of any other card. */
export function countsOfOld({ successor_of, controls }: { readonly successor_of: string | null; readonly controls: CardControls }): string | null {
  const hasLimits = limitKinds.some((kind) => kind !== 'per_purchase' && controls[`${kind}_cents`] !== null);
  return successor_of !== null && hasLimits ? 'What was spent with the card that this one replaced counts toward its limits.' : null;
}

/** Says how it went on after a loss; the last four digits of the successor, or null while it is being made. */
export function afterLoss(successorLastFour: string | null): string {
  return successorLastFour === null
    ? 'Closed. A new card is being made and appears here by itself.'
    : `Closed. Your new card •••• ${successorLastFour} works online now.`;
}

/** Says how many merchants still have the number of a replaced card. */
export function updateMerchants(count: number): string {
  return count === 1 ? 'Update this merchant' : `Update these ${count} merchants`;
}

/** Says how many reissues and renewals the issuer still allows. */
export function reissuesLeft(left: number): string {
  if (left === 0) return 'The card issuer sends no further plastic with this number. Report the card lost to get a new one.';
  return left === 1
    ? 'The card issuer sends new plastic with this number one more time.'
    : `The card issuer sends new plastic with this number ${left} more times.`;
}

export const reissueOrdered = 'Ordered. The number stays: the old plastic works until the new one is activated.';
