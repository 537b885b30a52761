/** Decides whether the latest order is current: its card was not issued yet, or is the card that the receiver has. */
export function isCurrentOrder({ card_token }: { card_token: string | null }, { lithic_card_token }: { lithic_card_token: string | null }): boolean {
  return card_token === null || card_token === lithic_card_token;
}
