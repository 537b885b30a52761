/** Tells whether a card is over: closed, or reported lost while the issuer still closes it. */
export function isOver({ state, loss }: { readonly state: string; readonly loss: string | null }): boolean {
  return state === 'CLOSED' || loss !== null;
}

/** The word for a card that is over, in lists, on its page and in files. Home knows an active and a paused card alone, and calls it paused. */
export const closedWord = 'Closed';

/** Says what stands in the place of a card's purchases while there are none: of a card that is over, nothing that is still to be bought. */
export function nothingBought(isOver: boolean): { heading: string; text: string } {
  if (isOver) return { heading: 'Nothing was bought with this card', text: 'A refund to it would still appear here.' };
  return { heading: 'Nothing bought yet', text: 'What is bought with this card appears here within seconds.' };
}
