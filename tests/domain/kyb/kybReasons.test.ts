import { expect, it } from 'vitest';
import { kybPages } from '../../../server/domain/kyb/kyb.ts';
import { documentReasonInWords, reasonInWords } from '../../../server/domain/kyb/kybReasons.ts';

/** The codes that the issuer documents. */
const codes = [
  ...['ADDRESS_VERIFICATION_FAILURE', 'AGE_THRESHOLD_FAILURE', 'COMPLETE_VERIFICATION_FAILURE', 'DOB_VERIFICATION_FAILURE', 'ID_VERIFICATION_FAILURE'],
  ...['MAX_DOCUMENT_ATTEMPTS', 'MAX_RESUBMISSION_ATTEMPTS', 'NAME_VERIFICATION_FAILURE', 'OTHER_VERIFICATION_FAILURE', 'RISK_THRESHOLD_FAILURE'],
  ...['WATCHLIST_ALERT_FAILURE', 'PRIMARY_BUSINESS_ENTITY_ID_VERIFICATION_FAILURE', 'PRIMARY_BUSINESS_ENTITY_ADDRESS_VERIFICATION_FAILURE'],
  ...['PRIMARY_BUSINESS_ENTITY_NAME_VERIFICATION_FAILURE', 'PRIMARY_BUSINESS_ENTITY_BUSINESS_OFFICERS_NOT_MATCHED'],
  ...['PRIMARY_BUSINESS_ENTITY_SOS_FILING_INACTIVE', 'PRIMARY_BUSINESS_ENTITY_SOS_NOT_MATCHED', 'PRIMARY_BUSINESS_ENTITY_CMRA_FAILURE'],
  ...['PRIMARY_BUSINESS_ENTITY_WATCHLIST_FAILURE', 'PRIMARY_BUSINESS_ENTITY_REGISTERED_AGENT_FAILURE', 'CONTROL_PERSON_BLOCKLIST_ALERT_FAILURE'],
  ...['CONTROL_PERSON_ID_VERIFICATION_FAILURE', 'CONTROL_PERSON_DOB_VERIFICATION_FAILURE', 'CONTROL_PERSON_NAME_VERIFICATION_FAILURE'],
  ...['BENEFICIAL_OWNER_INDIVIDUAL_DOB_VERIFICATION_FAILURE', 'BENEFICIAL_OWNER_INDIVIDUAL_BLOCKLIST_ALERT_FAILURE'],
  ...['BENEFICIAL_OWNER_INDIVIDUAL_ID_VERIFICATION_FAILURE', 'BENEFICIAL_OWNER_INDIVIDUAL_NAME_VERIFICATION_FAILURE'],
];

const groups = kybPages.flatMap((page) => page.paths);

it.each([...codes, 'SOMETHING_NEW', 'CONTROL_PERSON_SOMETHING_NEW', ''])('%s is put into words and names only fields of the form', (code) => {
  const { message, paths } = reasonInWords(code);
  expect(message).toMatch(/^[A-Z].*\.$/);
  expect(message).not.toMatch(/[A-Z]{4,}|_/);
  for (const path of paths) expect(groups.some((group) => path.startsWith(group) || group.startsWith(path))).toBe(true);
});

it.each([
  ['PRIMARY_BUSINESS_ENTITY_NAME_VERIFICATION_FAILURE', ['business_entity.legal_business_name']],
  ['PRIMARY_BUSINESS_ENTITY_ID_VERIFICATION_FAILURE', ['business_entity.government_id']],
  ['PRIMARY_BUSINESS_ENTITY_CMRA_FAILURE', ['business_entity.address']],
  ['PRIMARY_BUSINESS_ENTITY_BUSINESS_OFFICERS_NOT_MATCHED', ['control_person.first_name', 'control_person.last_name']],
  ['PRIMARY_BUSINESS_ENTITY_SOS_FILING_INACTIVE', []],
  ['PRIMARY_BUSINESS_ENTITY_WATCHLIST_FAILURE', []],
  ['CONTROL_PERSON_NAME_VERIFICATION_FAILURE', ['control_person.first_name', 'control_person.last_name']],
  ['CONTROL_PERSON_DOB_VERIFICATION_FAILURE', ['control_person.dob']],
  ['BENEFICIAL_OWNER_INDIVIDUAL_ID_VERIFICATION_FAILURE', ['beneficial_owner_individuals.government_id']],
  ['DOB_VERIFICATION_FAILURE', ['control_person.dob']],
  ['ADDRESS_VERIFICATION_FAILURE', ['business_entity.address']],
  ['CONTROL_PERSON_SOMETHING_NEW', ['control_person']],
  ['SOMETHING_NEW', ['business_entity', 'control_person', 'beneficial_owner_individuals']],
  ['MAX_RESUBMISSION_ATTEMPTS', []],
])('%s opens %o', (code, paths) => {
  expect(reasonInWords(code).paths).toEqual(paths);
});

it.each([
  ['SOMETHING_NEW', 'The card issuer could not confirm what you entered.'],
  ['PRIMARY_BUSINESS_ENTITY_ADDRESS_VERIFICATION_FAILURE', 'The address of your business could not be confirmed.'],
  ['PRIMARY_BUSINESS_ENTITY_SOS_FILING_INACTIVE', 'Your state lists the business as inactive.'],
])('%s where a document is asked for: nothing is to be corrected', (code, finding) => {
  expect(reasonInWords(code).finding).toBe(finding);
});

it.each(['DOCUMENT_UPLOAD_TOO_BLURRY', 'DOCUMENT_EXPIRED', 'FILE_SIZE_TOO_LARGE', 'UNKNOWN_ERROR', 'SOMETHING_NEW', 'constructor'])(
  'a document refused for %s: what to send instead is said',
  (code) => {
    expect(documentReasonInWords(code)).toMatch(/\. (Send|Take) .*\.$/);
  },
);
