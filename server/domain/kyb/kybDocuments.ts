import { capitalized, inWords } from '../basics/words.ts';

/** Documents that the card issuer may ask for to verify a business. */

/** The types of documents that the issuer accepts, each with its name. */
const labels = {
  EIN_LETTER: 'EIN letter from the IRS (CP 575 or 147C)',
  TAX_RETURN: 'Tax return',
  OPERATING_AGREEMENT: 'Operating agreement',
  CERTIFICATE_OF_FORMATION: 'Certificate of formation',
  CERTIFICATE_OF_GOOD_STANDING: 'Certificate of good standing',
  ARTICLES_OF_INCORPORATION: 'Articles of incorporation',
  ARTICLES_OF_ORGANIZATION: 'Articles of organization',
  BYLAWS: 'Bylaws',
  GOVERNMENT_BUSINESS_LICENSE: 'Business license',
  PARTNERSHIP_AGREEMENT: 'Partnership agreement',
  SS4_FORM: 'Form SS-4',
  FINCEN_BOI_REPORT: 'Beneficial ownership report (FinCEN)',
  BANK_STATEMENT: 'Bank statement from the last 60 days',
  UTILITY_BILL_STATEMENT: 'Utility bill from the last 60 days',
  DRIVERS_LICENSE: 'Driver’s license, front and back',
  PASSPORT: 'Passport',
  PASSPORT_CARD: 'Passport card, front and back',
  SSN_CARD: 'Social Security card',
  ITIN_LETTER: 'ITIN letter from the IRS',
} as const;

export type KybDocumentType = keyof typeof labels;

/** Tells whether the issuer has a document type of that name. */
export function isKybDocumentType(name: string): name is KybDocumentType {
  return Object.hasOwn(labels, name);
}

/** Returns the name of a kind of document; an unknown one is named by its code in plain letters. */
export function documentLabel(type: string): string {
  return isKybDocumentType(type) ? labels[type] : capitalized(inWords(type));
}

/** The most documents that the issuer reviews per person or business; after that only support can help. */
export const maximumDocumentAttempts = 2;
