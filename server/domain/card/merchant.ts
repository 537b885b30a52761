import { withoutCapitals } from '../table/table.ts';

/** A longer name is cut: it is one of the columns that an index holds. */
const longestName = 200;

/**
 * Returns the merchant behind a name in lower case, however it is spelled: marks are spaces, dots and apostrophes nothing, a number
 * behind three letters or more is left out (`ads0291` is ads), and so is each further word with a digit in it (`amzn*2k4` is amzn).
 */
function merchantBehind(name: string): string {
  const words = name
    .replace(/[.'’]/g, '')
    .replace(/[^\p{Alphabetic}\p{Nd}]+/gu, ' ')
    .trim();
  const merchant = words
    .replace(/(?<![^ ])(\p{Alphabetic}{3,})\p{Nd}+(?![^ ])/gu, '$1')
    .replace(/ [^ ]*\p{Nd}[^ ]*/gu, '')
    .trim();
  return merchant || name.trim() || 'no name';
}

/** Returns the columns of a transaction that its merchant's name makes: as the issuer wrote it, as it is sorted, and the merchant behind all spellings. */
export function merchantColumns(merchant_descriptor: string): { merchant_descriptor: string; merchant_key: string; merchant: string } {
  const merchant_key = withoutCapitals(merchant_descriptor);
  return { merchant_descriptor, merchant_key, merchant: [...merchantBehind(merchant_key)].slice(0, longestName).join('') };
}
