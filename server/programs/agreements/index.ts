import type { AgreementDocument } from '../../domain/onboarding/agreements.ts';
import { cardHoldersAgreement } from './cardHoldersAgreement.ts';
import type { AgreementText } from './define.ts';
import { privacyPolicy } from './privacyPolicy.ts';
import { termsAndConditions } from './termsAndConditions.ts';

/** The current texts, to be filled with a program's name and terms. */
export const currentAgreements: Readonly<Record<AgreementDocument, AgreementText>> = {
  privacy_policy: privacyPolicy,
  terms_and_conditions: termsAndConditions,
  card_holders_agreement: cardHoldersAgreement,
};
