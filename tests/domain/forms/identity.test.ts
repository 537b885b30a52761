import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  businessIdProblem,
  dateOfBirthProblem,
  emailProblem,
  personIdProblem,
  personNameProblem,
  phoneProblem,
  shortTextProblem,
  tidyGovernmentId,
  tidyPhone,
} from '../../../server/domain/forms/identity.ts';

/** The prefixes that the IRS publishes, campus by campus. */
const publishedEinPrefixes = [
  ...['10', '12', '60', '67', '50', '53'],
  ...['01', '02', '03', '04', '05', '06', '11', '13', '14', '16', '21', '22', '23', '25', '34', '51', '52', '54', '55', '56', '57', '58', '59', '65'],
  ...['30', '32', '35', '36', '37', '38', '61', '15', '24', '40', '44', '94', '95', '80', '90'],
  ...[
    '33',
    '39',
    '41',
    '42',
    '43',
    '46',
    '48',
    '62',
    '63',
    '64',
    '66',
    '68',
    '71',
    '72',
    '73',
    '74',
    '75',
    '76',
    '77',
    '85',
    '86',
    '87',
    '88',
    '91',
    '92',
    '93',
  ],
  ...['98', '99', '20', '26', '27', '45', '47', '81', '82', '83', '84', '31'],
];

describe('EIN', () => {
  it('takes every prefix that is given out, and no other', () => {
    for (let prefix = 0; prefix < 100; prefix += 1) {
      const digits = String(prefix).padStart(2, '0');
      expect([digits, businessIdProblem(`${digits}-3456789`) === null]).toEqual([digits, publishedEinPrefixes.includes(digits)]);
    }
  });

  it.each(['12-3456789', '123456789', '12 3456789', ' 12-3456789 '])('takes "%s"', (text) => {
    expect(businessIdProblem(text)).toBeNull();
    expect(tidyGovernmentId(text)).toBe('123456789');
  });

  it.each(['', '  ', '12-345678', '12-34567890', '1-23456789', 'AB-3456789', '12–3456789', '１２-3456789', '12-3456789; drop'])(
    'refuses "%s" with a message',
    (text) => {
      expect(businessIdProblem(text)).toMatch(/EIN/);
    },
  );
});

describe('SSN or ITIN of a person', () => {
  it.each(['123-45-6789', '123456789', '123 45 6789', '001-01-0001', '899-99-9999', '665-45-6789', '667-45-6789', ' 123-45-6789 '])(
    'takes the SSN "%s"',
    (text) => {
      expect(personIdProblem(text)).toBeNull();
    },
  );

  it.each(['900-50-0001', '912-65-0001', '912-70-0001', '999-88-9999', '912-90-0001', '912-92-0001', '912-94-0001', '912-99-0001'])(
    'takes the ITIN "%s"',
    (text) => {
      expect(personIdProblem(text)).toBeNull();
    },
  );

  it.each([
    ...['', '12-3456789', '123-45-678', '123-45-67890', '123-456789', '123-45 6789', 'abc-de-fghi', '１２３-45-6789'],
    ...['000-45-6789', '666-45-6789', '123-00-6789', '123-45-0000', '078-05-1120', '219-09-9999'],
    ...['900-49-0001', '912-66-0001', '912-69-0001', '912-89-0001', '912-93-0001', '912-00-0001'],
  ])('refuses "%s" with a message', (text) => {
    expect(personIdProblem(text)).toMatch(/SSN/);
  });
});

describe('EIN or SSN of a business', () => {
  it.each([
    ['12-3456789', true],
    ['123-45-6789', true],
    ['07-3456789', false], // no such EIN, and written as one
    ['073-45-6789', true], // but an SSN
    ['073456789', true], // and bare digits may be either
    ['000000000', false],
    ['000-45-6789', false],
    ['666-45-6789', false],
    ['912-70-0001', false], // an ITIN identifies no business
    ['', false],
    ['12-34567', false],
  ])('"%s": %s', (text, good) => {
    expect(businessIdProblem(text) === null).toBe(good);
  });
});

describe('date of birth', () => {
  const now = new Date('2026-11-21T08:00:00Z');

  it.each([
    ['11/21/2008', null], // 18 today
    ['11/22/2008', 'This person must be 18 or over.'],
    ['01/01/1960', null],
    ['02/29/2004', null],
    ['02/29/2003', 'Enter the date of birth as MM/DD/YYYY, such as 04/23/1985.'],
    ['13/01/1985', 'Enter the date of birth as MM/DD/YYYY, such as 04/23/1985.'],
    ['00/10/1985', 'Enter the date of birth as MM/DD/YYYY, such as 04/23/1985.'],
    ['1985-04-23', 'Enter the date of birth as MM/DD/YYYY, such as 04/23/1985.'],
    ['4/23/1985', 'Enter the date of birth as MM/DD/YYYY, such as 04/23/1985.'],
    ['04/23/85', 'Enter the date of birth as MM/DD/YYYY, such as 04/23/1985.'],
    ['', 'Enter the date of birth.'],
    ['11/22/2026', 'Check the year of birth.'],
    ['11/20/1906', 'Check the year of birth.'],
    ['11/21/1906', null],
    ['04/23/0085', 'Check the year of birth.'],
  ])('%s: %s', (text, message) => {
    expect(dateOfBirthProblem(text, now)).toBe(message);
  });

  it('someone born on a leap day comes of age on 1 March', () => {
    expect(dateOfBirthProblem('02/29/2008', new Date('2026-02-28T23:59:59Z'))).not.toBeNull();
    expect(dateOfBirthProblem('02/29/2008', new Date('2026-03-01T00:00:00Z'))).toBeNull();
  });
});

describe('phone', () => {
  it.each(['+12125550142', '+19175550100', '+18005550199', '+15555555555'])('takes %s', (text) => {
    expect(phoneProblem(text)).toBeNull();
  });

  it.each([
    ...['', '2125550142', '12125550142', '+1 212 555 0142', '+1212555014', '+121255501420', '+442079460958', '+1212555o142', '+1２125550142'],
    ...['+11125550142', '+10125550142', '+19115550142', '+12961234567', '+12121550142', '+12120550142', '+12129110142'],
  ])('refuses "%s" with a message', (text) => {
    expect(phoneProblem(text)).toMatch(/phone number/);
  });

  it.each([
    ['(212) 555-0142', '+12125550142'],
    ['212.555.0142', '+12125550142'],
    ['1-212-555-0142', '+12125550142'],
    ['+1 212 555 0142', '+12125550142'],
    ['212 555', '212 555'],
    ['+44 20 7946 0958', '+44 20 7946 0958'],
    [' ask Ana ', 'ask Ana'],
  ])('"%s" is tidied to %s', (typed, tidy) => {
    expect(tidyPhone(typed)).toBe(tidy);
    expect(tidyPhone(tidy)).toBe(tidy);
  });
});

describe('email', () => {
  it.each(['ana@example.com', 'ana+shop@mail.example.co', "o'hara@example.com", 'a@b-c.io', 'ANA@EXAMPLE.COM'])('takes %s', (text) => {
    expect(emailProblem(text)).toBeNull();
  });

  it.each([
    ...['', 'ana', 'ana@', '@example.com', 'ana@example', 'ana@.com', 'ana@-x.com', 'a b@example.com', 'ana@example..com', 'ana..b@example.com'],
    ...['.ana@example.com', 'ana.@example.com', 'Ana <ana@example.com>', 'ana@example.com,bo@example.com', `${'a'.repeat(65)}@example.com`],
    `ana@${'a'.repeat(61)}.${'b'.repeat(61)}.${'c'.repeat(61)}.${'d'.repeat(61)}.com`,
  ])('refuses "%s" with a message', (text) => {
    expect(emailProblem(text)).toMatch(/email/);
  });

  it('is quick however the text is made', () => {
    fc.assert(fc.property(fc.string({ maxLength: 2_000 }), (text) => void emailProblem(`${text}@${text}`)));
    expect(emailProblem(`${'a.'.repeat(5_000)}@${'a-'.repeat(5_000)}`)).not.toBeNull();
  });
});

it.each([
  ['Ana', null],
  ['7-Eleven', null],
  ['99', null],
  ['東京 (株)', null],
  ['   ', 'Enter the first name.'],
  ['', 'Enter the first name.'],
  ['\u200b', 'Enter the first name in words.'],
  ['---', 'Enter the first name in words.'],
  ['😀', 'Enter the first name in words.'],
  ['Ana\nLopez', 'Enter the first name on one line.'],
  ['Ana\0', 'Enter the first name on one line.'],
  ['x'.repeat(100), null],
  ['x'.repeat(101), 'Enter the first name in at most 100 characters.'],
])('a short text %j: %s', (text, message) => {
  expect(shortTextProblem(text, 'the first name')).toBe(message);
});

it.each([
  ['Ana', null],
  ['Ōe', null],
  ["O'Brien-Smith 3rd", null],
  ['', 'Enter the last name.'],
  ['12345', 'Enter the last name in letters.'],
  ['#1', 'Enter the last name in letters.'],
  ['...', 'Enter the last name in words.'],
])('the name of a person %j: %s', (text, message) => {
  expect(personNameProblem(text, 'the last name')).toBe(message);
});

describe('characters that turn the direction of writing', () => {
  it.each(['Bakery\u202eyrekaB', 'Ana\u200fLopez', '\u2066Ana\u2069', 'A\u061cna'])('%j is no name', (text) => {
    expect(shortTextProblem(text, 'the name of your business')).toBe(
      'Type the name of your business again: it has characters that change the direction of writing.',
    );
    expect(personNameProblem(text, 'the first name')).toBe('Type the first name again: it has characters that change the direction of writing.');
  });
});
