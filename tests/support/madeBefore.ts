/** The screens of onboarding at which a merchant can stand, in their order. */
export const screens = ['AGREEMENTS', 'KYB', 'BANK_LINK', 'ACCOUNTING_CONNECTION', 'CARD_ISSUE', 'KYB_ACCEPT'] as const;
export type Screen = (typeof screens)[number];

/** The merchants whom the database of a test held from its beginning and whom no test has taken yet. */
export interface MadeBefore {
  walked: { email: string; ein: string; next: Screen }[];
  cardholders: { email: string; cardToken: string; bank: { itemId: string; accountId: string; accessToken: string } }[];
}
