import { describe, expect, it } from 'vitest';
import { kybRemedy } from '../../../server/domain/kyb/kybRemedy.ts';

const named = [{ fields: ['control_person.dob'] }];
const unnamed = [{ fields: [] }];

describe('what helps where the issuer objects is', () => {
  it.each([
    ['a document that it asks for', 'PENDING_DOCUMENT', ['passport'], named, true, 'documents'],
    ['a correction of the fields it names, where it asks for no document', 'PENDING_DOCUMENT', [], named, true, 'correction'],
    ['a correction where it wants the form again without a reason', 'PENDING_RESUBMIT', [], unnamed, true, 'correction'],
    ['a correction of a refusal whose reasons name fields', 'REJECTED', [], named, true, 'correction'],
    ['support alone where the form may not be sent again', 'PENDING_RESUBMIT', [], named, false, 'support'],
    ['support after a refusal that names nothing', 'REJECTED', [], unnamed, true, 'support'],
  ])('%s', (_, issuer_status, documents, reasons, may_submit, remedy) => {
    expect(kybRemedy({ issuer_status, documents, reasons, may_submit }, false)).toBe(remedy);
  });

  it.each([
    ['REJECTED', 'support'],
    ['PENDING_RESUBMIT', 'correction'],
  ])('at %s with a card: %s, as a refusal means more than a form to one who has a card', (issuer_status, remedy) => {
    expect(kybRemedy({ issuer_status, documents: [], reasons: named, may_submit: true }, true)).toBe(remedy);
  });
});
