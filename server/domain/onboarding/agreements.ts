/** The three documents that a merchant accepts, in this order. Each program has its own text of each, in numbered versions. */
export const agreementDocuments = ['privacy_policy', 'terms_and_conditions', 'card_holders_agreement'] as const;
export type AgreementDocument = (typeof agreementDocuments)[number];

export const agreementTitles: Readonly<Record<AgreementDocument, string>> = {
  privacy_policy: 'Privacy Policy',
  terms_and_conditions: 'Terms and Conditions',
  card_holders_agreement: 'Card Holders Agreement',
};
