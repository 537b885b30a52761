/**
 * Plain words for the card issuer's reasons not to accept a business, with the form fields that can correct them. The
 * issuer's codes name a part of the business and a finding (`CONTROL_PERSON_DOB_VERIFICATION_FAILURE`); the set is open,
 * so an unknown code gets a general text.
 */

export interface ReasonInWords {
  message: string;
  /** The issuer's findings without a correction to make: for a merchant who is asked for a document and cannot change the form. */
  finding: string;
  /** Paths of the fields to open for correction; none when correcting the form does not help. */
  paths: readonly string[];
}

interface Part {
  prefix: string;
  path: string;
  /** Completes a sentence: "the name of …". */
  words: string;
}

const business: Part = { prefix: 'PRIMARY_BUSINESS_ENTITY_', path: 'business_entity', words: 'your business' };
const parts: readonly Part[] = [
  business,
  { prefix: 'CONTROL_PERSON_', path: 'control_person', words: 'the control person' },
  { prefix: 'BENEFICIAL_OWNER_INDIVIDUAL_', path: 'beneficial_owner_individuals', words: 'an owner' },
  { prefix: 'BENEFICIAL_OWNER_ENTITY_', path: 'beneficial_owner_entities', words: 'a business that is an owner' },
];

type Finding = (part: Part) => ReasonInWords;

const toCorrect =
  (found: (words: string) => string, correction: string, ...fields: readonly string[]): Finding =>
  (part) => ({ ...inTwoSentences(found(part.words), correction), paths: fields.map((field) => `${part.path}.${field}`) });

const inTwoSentences = (finding: string, correction: string) => ({ message: `${finding} ${correction}`, finding });

const toWait =
  (message: string): Finding =>
  () => ({ message, finding: message, paths: [] });

const nameOf = (part: Part): string[] =>
  part.path.endsWith('entity') || part.path.endsWith('entities') ? ['legal_business_name'] : ['first_name', 'last_name'];
const reviewed = toWait('The card issuer’s own checks did not pass, and it does not say why. Our support can ask for you.');

const findings: ReadonlyMap<string, Finding> = new Map([
  [
    'NAME_VERIFICATION_FAILURE',
    (part) => toCorrect((words) => `The name of ${words} does not match official records.`, 'Enter it just as it is registered.', ...nameOf(part))(part),
  ],
  [
    'ADDRESS_VERIFICATION_FAILURE',
    toCorrect((words) => `The address of ${words} could not be confirmed.`, 'Enter the street address that is on official records.', 'address'),
  ],
  [
    'ID_VERIFICATION_FAILURE',
    toCorrect((words) => `The tax ID or Social Security number of ${words} could not be confirmed.`, 'Check its digits.', 'government_id'),
  ],
  ['DOB_VERIFICATION_FAILURE', toCorrect((words) => `The date of birth of ${words} does not match official records.`, 'Check it.', 'dob')],
  ['AGE_THRESHOLD_FAILURE', toCorrect((words) => `By the date of birth given, ${words} is not 18 yet.`, 'Check it.', 'dob')],
  ['CMRA_FAILURE', toCorrect((words) => `The address of ${words} is a mailbox service.`, 'Enter the street address where the business is run.', 'address')],
  [
    'REGISTERED_AGENT_FAILURE',
    toCorrect((words) => `The address of ${words} is its registered agent’s.`, 'Enter the street address where the business is run.', 'address'),
  ],
  [
    'BUSINESS_OFFICERS_NOT_MATCHED',
    () => ({
      ...inTwoSentences('The control person is not among the business’s officers on record.', 'Check the name, or name somebody who is.'),
      paths: ['control_person.first_name', 'control_person.last_name'],
    }),
  ],
  [
    'SOS_FILING_INACTIVE',
    () => ({
      ...inTwoSentences('Your state lists the business as inactive.', 'Renew its registration with your state, then send this again.'),
      paths: [],
    }),
  ],
  [
    'SOS_NOT_MATCHED',
    toCorrect(
      (words) => `No registration of ${words} was found with your state.`,
      'Check the legal name and the tax ID.',
      'legal_business_name',
      'government_id',
    ),
  ],
  ['WATCHLIST_FAILURE', reviewed],
  ['WATCHLIST_ALERT_FAILURE', reviewed],
  ['BLOCKLIST_ALERT_FAILURE', reviewed],
  ['RISK_THRESHOLD_FAILURE', reviewed],
  ['MAX_DOCUMENT_ATTEMPTS', toWait('No more documents can be sent for this application. Ask our support what to do next.')],
  ['MAX_RESUBMISSION_ATTEMPTS', toWait('This application cannot be sent again. Ask our support what to do next.')],
]);

const wholeForm: ReasonInWords = {
  ...inTwoSentences('The card issuer could not confirm what you entered.', 'Check every page, or send a document.'),
  paths: ['business_entity', 'control_person', 'beneficial_owner_individuals'],
};

/**
 * Puts one of the issuer's codes into words. A finding without a part is about the business, unless only people can
 * have it; a code with neither a known part nor a known finding opens the whole form.
 */
export function reasonInWords(code: string): ReasonInWords {
  const part = parts.find(({ prefix }) => code.startsWith(prefix));
  const finding = findings.get(part ? code.slice(part.prefix.length) : code);
  if (finding) return finding(part ?? partOf(code));
  return part
    ? {
        ...wholeForm,
        ...inTwoSentences(`The card issuer could not confirm the details of ${part.words}.`, 'Check them, or send a document.'),
        paths: [part.path],
      }
    : wholeForm;
}

function partOf(code: string): Part {
  const isAboutPerson = code.startsWith('DOB_') || code.startsWith('AGE_');
  return parts.find(({ path }) => isAboutPerson && path === 'control_person') ?? business;
}

const documentReasons: ReadonlyMap<string, string> = new Map([
  ['DOCUMENT_MISSING_REQUIRED_DATA', 'Something that we need is missing on the document. Send all of its pages, or another document.'],
  ['DOCUMENT_UPLOAD_TOO_BLURRY', 'The picture is too blurry to read. Take it again in good light.'],
  ['FILE_SIZE_TOO_LARGE', 'The file is too large. Send one of less than 15 MB.'],
  ['INVALID_DOCUMENT_TYPE', 'This is not the kind of document that was asked for. Send one of those listed.'],
  ['INVALID_DOCUMENT_UPLOAD', 'The file could not be read. Send it as JPG, PNG or PDF.'],
  ['INVALID_ENTITY', 'The document is about somebody else. Send one of the person or business named here.'],
  ['DOCUMENT_EXPIRED', 'The document has expired. Send one that is valid.'],
  ['DOCUMENT_ISSUED_GREATER_THAN_30_DAYS', 'The document is too old. Send one from the last 30 days.'],
  ['DOCUMENT_TYPE_NOT_SUPPORTED', 'This kind of document is not accepted. Send one of those listed.'],
]);

/** Explains in plain words why a document was not accepted. */
export function documentReasonInWords(code: string): string {
  return documentReasons.get(code) ?? 'The document could not be accepted. Send it again, or another one.';
}
