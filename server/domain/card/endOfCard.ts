import type { CardKind } from './appearance.ts';
import { allowsPurchases } from './card.ts';

interface EndOfCard {
  readonly state: string;
  readonly kind: CardKind;
  readonly loss: string | null;
  readonly hasSuccessor: boolean;
  readonly isHolderGone: boolean;
}

/** Explains why a card works no more, or not until somebody holds it again; null for any other card. */
export function explainEndOfCard({ state, kind, loss, hasSuccessor, isHolderGone }: EndOfCard): string | null {
  if (loss !== null)
    return `Reported ${loss}, so nobody can pay with it. ${hasSuccessor ? 'Another card has taken its place.' : 'Another card is being made in its place.'}`;
  if (state === 'CLOSED') return kind === 'single_use' ? 'It was for one purchase, and is closed for good.' : 'This card is closed for good.';
  return isHolderGone ? 'Paused, because its holder left the team. Give it to somebody else, then open it.' : null;
}

/**
 * Returns what is said of a card that takes no purchases in place of the words of its state, which know neither a loss nor what took its
 * place; null for one that does.
 * @param listed the card as the list of cards has it; undefined until that is read.
 */
export function endInWords(state: string, listed: { readonly loss: string | null; readonly explanation: string | null } | undefined): string | null {
  return listed === undefined || (listed.loss === null && allowsPurchases(state)) ? null : listed.explanation;
}
