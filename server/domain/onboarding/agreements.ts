import type { OnboardingStep } from './onboarding.ts';

/** The three documents that a merchant accepts, in this order. Each program has its own text of each, in numbered versions. */
export const agreementDocuments = ['privacy_policy', 'terms_and_conditions', 'card_holders_agreement'] as const;
export type AgreementDocument = (typeof agreementDocuments)[number];

export const agreementTitles: Readonly<Record<AgreementDocument, string>> = {
  privacy_policy: 'Privacy Policy',
  terms_and_conditions: 'Terms and Conditions',
  card_holders_agreement: 'Card Holders Agreement',
};

/** The onboarding step at which each document is accepted. */
export const agreementSteps: Readonly<Record<AgreementDocument, OnboardingStep>> = {
  privacy_policy: 'PRIVACY_POLICY',
  terms_and_conditions: 'TERMS_AND_CONDITIONS',
  card_holders_agreement: 'CARD_HOLDERS_AGREEMENT',
};
