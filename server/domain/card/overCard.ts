/** Tells whether a card is over: closed, or reported lost while the issuer still closes it. */
export function isOver({ state, loss }: { readonly state: string; readonly loss: string | null }): boolean {
  return state === 'CLOSED' || loss !== null;
}

/** The word for a card that is over, in lists, on its page and in files. Home knows an active and a paused card alone, and calls it paused. */
export const closedWord = 'Closed';
