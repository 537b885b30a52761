import { describe, expect, it } from 'vitest';
import { cents } from '../../../../server/domain/basics/money.ts';
import { isCash } from '../../../../server/domain/card/cash.ts';
import { categoryGroupKeys, categoryGroups, categoryOf, categoryWords } from '../../../../server/domain/card/controls/categories.ts';
import { countryChoices } from '../../../../server/domain/card/controls/controlChoices.ts';
import { countryInWords, countryName, isCountry } from '../../../../server/domain/card/controls/countries.ts';
import { isListedMerchant } from '../../../../server/domain/card/controls/merchantNames.ts';

const everyCode = Array.from({ length: 10_000 }, (_, code) => String(code).padStart(4, '0'));

describe('a category', () => {
  it.each([
    ['7311', 'advertising'],
    ['4215', 'shipping'],
    ['9402', 'shipping'],
    ['5734', 'software'],
    ['7372', 'software'],
    ['5131', 'inventory'],
    ['5943', 'office'],
    ['8931', 'services'],
    ['1750', 'services'],
    ['4814', 'utilities'],
    ['4900', 'utilities'],
    ['3058', 'travel'],
    ['3999', 'travel'],
    ['4121', 'travel'],
    ['7011', 'travel'],
    ['5812', 'meals'],
    ['5411', 'meals'],
    ['5541', 'fuel'],
    ['5542', 'fuel'],
    ['7538', 'fuel'],
    ['7832', 'entertainment'],
    ['7997', 'entertainment'],
    ['5311', 'retail'],
    ['5999', 'retail'],
    ['6011', 'cash'],
    ['7800', 'gambling'],
    ['7801', 'gambling'],
    ['7802', 'gambling'],
    ['7995', 'gambling'],
    ['9399', 'other'],
    ['0001', 'other'],
    [null, 'other'],
    ['pump', 'other'],
  ])('of code %s is %s', (code, group) => {
    expect(categoryOf(code)).toBe(group);
  });

  it('is there for every code, has codes in every group, and is cash exactly where the card is no good for cash', () => {
    const groups = everyCode.map(categoryOf);
    expect(new Set(groups)).toEqual(new Set(categoryGroupKeys));
    const cash = everyCode.filter((code) => categoryOf(code) === 'cash');
    expect(cash).toEqual(everyCode.filter((categoryCode) => isCash({ categoryCode, cash_cents: cents(0) })));
    expect(Object.keys(categoryWords)).toEqual(Object.keys(categoryGroups));
  });
});

describe('a merchant is known by the beginning of the name', () => {
  it.each([
    ['FACEBK *ADS 0291', 'Facebk ads', true],
    ['FACEBK *ADS 0291', 'FACEBK', true],
    ['7-ELEVEN 33412', '7-Eleven', true],
    ['7-ELEVEN 33412', 'eleven', true],
    ['CAFÉ DU NORD', 'café', true],
    ['NOT FACEBK', 'Facebk', false],
    ['FACE', 'Facebk', false],
    ['', 'Facebk', false],
    ['ANYBODY', '365', false],
  ])('%s by %s: %s', (descriptor, name, expected) => {
    expect(isListedMerchant(descriptor, ['Nobody else', name])).toBe(expected);
  });
});

describe('a country', () => {
  it('is one of ISO 3166 or Kosovo, by three letters, and has a name', () => {
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
    const codes = letters.flatMap((first) => letters.flatMap((second) => letters.map((third) => first + second + third)));
    expect(codes.filter(isCountry)).toHaveLength(250);
    expect([isCountry('USA'), isCountry('US'), isCountry('usa'), isCountry('ZZZ')]).toEqual([true, false, false, false]);
    expect(['USA', 'FRA', 'GBR', 'QZZ', 'ZZZ'].map(countryName)).toEqual(['United States', 'France', 'United Kingdom', 'Kosovo', 'ZZZ']);
  });

  it('is offered by the name that it has everywhere, also one that a card has besides', () => {
    const labels = new Map(countryChoices(['POL', 'USA']).map(({ value, label }) => [value, label]));
    expect(labels.get('POL')).toBe('Poland');
    expect([...labels].filter(([value, label]) => label !== countryName(value))).toEqual([]);
    expect(labels.get('HKG')).toBe('Hong Kong');
  });

  it.each([
    ['USA', 'the United States'],
    ['PHL', 'the Philippines'],
    ['FLK', 'the Falkland Islands'],
    ['DOM', 'the Dominican Republic'],
    ['GMB', 'the Gambia'],
    ['IMN', 'the Isle of Man'],
    ['OMN', 'Oman'],
    ['FRA', 'France'],
  ])('%s has the article in a sentence that English has: %s', (code, words) => {
    expect(countryInWords(code)).toBe(words);
  });
});
