import { describe, expect, it } from 'vitest';
import { caretAfterFormat, typedBusinessId, typedPersonId } from '../../../server/domain/forms/typedGovernmentId.ts';

/** Types a text sign by sign, as a keyboard does: each sign goes behind what is shown. */
const typeInto = (format: (text: string) => string, text: string) => Array.from(text).reduce((shown, sign) => format(shown + sign), '');

describe('an EIN or SSN while it is typed', () => {
  it.each([
    ['1', '1'],
    ['12', '12'],
    ['123', '12-3'],
    ['123456789', '12-3456789'],
    ['12-3456789', '12-3456789'],
    ['12 3456789', '12-3456789'],
    ['1234567890123', '12-3456789'],
    ['123-45-6789', '123-45-6789'],
    ['123-', '123-'],
    ['171234567', '171-23-4567'],
    ['17-1234567', '17-1234567'],
    ['00-0000000', '00-0000000'],
    ['', ''],
    ['EIN: 12-3456789', '12-3456789'],
  ])('%s becomes %s, typed or pasted', (text, shown) => {
    expect(typedBusinessId(text)).toBe(shown);
    expect(typedBusinessId(shown)).toBe(shown);
    expect(typeInto(typedBusinessId, text)).toBe(shown);
  });

  it.each([
    ['a digit before the dash of an EIN', '123-456789', '12-3456789'],
    ['a digit in the first part of an SSN', '1293-45-6789', '129-34-5678'],
    ['a digit less in the first part of an SSN', '12-45-6789', '124-56-789'],
    ['a digit less in an EIN', '2-3456789', '23-456789'],
    ['a dash after the third digit of an EIN', '12-3-', '123-'],
  ])('%s: %s becomes %s', (_change, text, shown) => {
    expect(typedBusinessId(text)).toBe(shown);
  });

  it.each([
    ['123', '123'],
    ['1234', '123-4'],
    ['123456', '123-45-6'],
    ['123456789', '123-45-6789'],
    ['123-45-6789', '123-45-6789'],
    ['123 45 6789', '123-45-6789'],
    ['900-70-1234', '900-70-1234'],
  ])('a person’s %s becomes %s', (text, shown) => {
    expect(typedPersonId(text)).toBe(shown);
    expect(typeInto(typedPersonId, text)).toBe(shown);
  });

  it.each([
    // The caret in the typed text is marked by |, and so is where it belongs in the formatted one.
    ['123|', '12-3|'],
    ['1|23456789', '1|2-3456789'],
    ['12|3456789', '12|-3456789'],
    ['123|4-56789', '12-3|456789'],
    ['|12-3456789', '|12-3456789'],
  ])('the caret of %s stands at %s', (typed, formatted) => {
    const bare = (text: string) => text.replace('|', '');
    expect(typedBusinessId(bare(typed))).toBe(bare(formatted));
    expect(caretAfterFormat(bare(typed), typed.indexOf('|'), bare(formatted))).toBe(formatted.indexOf('|'));
  });
});
