/** A card as purchases name it. */
export interface NamedCard {
  readonly token: string;
  readonly name: string;
  readonly last_four: string;
  /** The person who holds it now; the id is null for the owner. */
  readonly holder: { readonly id: string | null; readonly name: string };
}

/** Returns a card's own name, or what stands for one: the name printed on it. */
export function nameOfCard({ name, name_on_card }: { name: string | null; name_on_card: string }): string {
  return name ?? name_on_card;
}

/** `Ads (4242)`: tells apart cards that have the same name. */
export function cardInWords({ name, last_four }: Pick<NamedCard, 'name' | 'last_four'>): string {
  return `${name} (${last_four})`;
}

/** Returns the heading of a card among others of a page: `Your card` for the reader who holds it, else its name. The owner's member id is null. */
export function headingOfCard({ name, holder }: Pick<NamedCard, 'name' | 'holder'>, readerMemberId: string | null): string {
  return holder.id === readerMemberId ? 'Your card' : name;
}

/** Returns the people who hold cards, each once, in the order of the cards. */
export function holdersOf(cards: readonly NamedCard[]): readonly NamedCard['holder'][] {
  return [...new Map(cards.map(({ holder }) => [holder.id, holder])).values()];
}

/** How a card is called of which we keep the purchases and no longer the card. */
export const cardNoLongerKept = 'A card that is no longer kept';
