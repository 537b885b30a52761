import type { Receiver } from '../receiver/receiver.ts';

/** The three documents a merchant accepts, in this order. Each program has its own text of each, in numbered versions. */
export const agreementDocuments = ['privacy_policy', 'terms_and_conditions', 'card_holders_agreement'] as const;
export type AgreementDocument = (typeof agreementDocuments)[number];

export const agreementTitles: Readonly<Record<AgreementDocument, string>> = {
  privacy_policy: 'Privacy Policy',
  terms_and_conditions: 'Terms and Conditions',
  card_holders_agreement: 'Card Holders Agreement',
};

/** The version of a text, such as `2026-11-01`. Two texts are the same when their versions are. */
export interface AgreementVersion {
  document: AgreementDocument;
  version: string;
}

/**
 * The documents still to be accepted, in order: those whose present version is not among the accepted ones. An
 * acceptance of an older version stays on record but does not count for the new one.
 */
export function agreementsToAccept(present: readonly AgreementVersion[], accepted: readonly AgreementVersion[]): AgreementDocument[] {
  return agreementDocuments.filter((document) => {
    const version = present.find((text) => text.document === document)?.version;
    return !accepted.some((acceptance) => acceptance.document === document && acceptance.version === version);
  });
}

export type AcceptedFlags = Pick<Receiver, `accepted_${AgreementDocument}`>;

/** The receiver's three flags, as its acceptances make them. */
export function acceptedFlags(present: readonly AgreementVersion[], accepted: readonly AgreementVersion[]): AcceptedFlags {
  const open = agreementsToAccept(present, accepted);
  return {
    accepted_privacy_policy: !open.includes('privacy_policy'),
    accepted_terms_and_conditions: !open.includes('terms_and_conditions'),
    accepted_card_holders_agreement: !open.includes('card_holders_agreement'),
  };
}
