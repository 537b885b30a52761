/** The rules of both frontends for the page of all cards. */

/** The button below or above the list, which names its file. */
export const downloadAllCards = 'Download all cards as CSV';

interface ListedCard {
  readonly name: string;
  readonly purpose: string | null;
  readonly holder: { readonly name: string; readonly email: string };
  readonly last_four: string;
}

/** Tells whether a card has each of the words that are searched for. */
export function isFoundCard({ name, purpose, holder, last_four }: ListedCard, searched: string): boolean {
  const text = `${name} ${purpose ?? ''} ${holder.name} ${holder.email} ${last_four}`.toLowerCase();
  return searched
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
