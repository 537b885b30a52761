import { describe, expect, it } from 'vitest';
import { hourInWords, namesInWords } from '../../../server/domain/basics/words.ts';

it('an hour of the day reads as 9 AM, noon or midnight', () => {
  expect([0, 7, 12, 13, 23, 24].map(hourInWords)).toEqual(['midnight', '7 AM', 'noon', '1 PM', '11 PM', 'midnight']);
});

describe('a list', () => {
  it.each([
    [['Fuel'], 'Fuel'],
    [['Fuel', 'Travel'], 'Fuel and Travel'],
    [['Fuel', 'Travel', 'Meals'], 'Fuel, Travel, and Meals'],
    [['Fuel', 'Travel', 'Meals', 'Software', 'Shipping'], 'Fuel, Travel, Meals, and 2 more'],
  ])('of %j names three and counts the others', (names, words) => {
    expect(namesInWords(names)).toBe(words);
  });

  it('of which only the first names are known counts the others too', () => {
    expect(namesInWords(['Fuel', 'Travel', 'Meals'], 9)).toBe('Fuel, Travel, Meals, and 6 more');
  });
});
