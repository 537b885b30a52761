import { describe, expect, it } from 'vitest';
import { merchantColumns } from '../../../server/domain/card/merchant.ts';

describe('the merchant behind a name', () => {
  it.each([
    ['AMZN*2K4', 'amzn'],
    ['FACEBK *ADS 0291', 'facebk ads'],
    ['GOOGLE*ADS1234567', 'google ads'],
    ['SQ *BLUE BOTTLE 0123', 'sq blue bottle'],
    ['AMAZON.COM', 'amazoncom'],
    ["Trader Joe's #1234", 'trader joes'],
    ['7-ELEVEN 34123', '7 eleven'],
    ['3M', '3m'],
    ['  CAFÉ   ÉTOILE-12 ', 'café étoile'],
    ['***', '***'],
    ['   ', 'no name'],

    ['ΚΑΦΕΣ 12', 'καφεσ'],
    ['É'.repeat(300), 'é'.repeat(200)],
  ])('%s is %s', (descriptor, expected) => {
    expect(merchantColumns(descriptor).merchant).toBe(expected);
  });

  it('stands beside the name as it was written, and in lower case', () => {
    expect(merchantColumns('AMZN*2K4')).toEqual({ merchant_descriptor: 'AMZN*2K4', merchant_key: 'amzn*2k4', merchant: 'amzn' });
  });
});
