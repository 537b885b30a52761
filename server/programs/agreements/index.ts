import type { AgreementDocument } from '../../domain/onboarding/agreements.ts';
import { cardHoldersAgreement } from './cardHoldersAgreement.ts';
import type { AgreementText } from './define.ts';
import { privacyPolicy } from './privacyPolicy.ts';
import { termsAndConditions } from './termsAndConditions.ts';

/** The present texts; each program's has its own name and terms filled in. */
export const agreementTexts: Readonly<Record<AgreementDocument, AgreementText>> = {
  privacy_policy: privacyPolicy,
  terms_and_conditions: termsAndConditions,
  card_holders_agreement: cardHoldersAgreement,
};
