/** Merchants' names as card networks write them: `FACEBK *ADS 0291`, `Facebk ads`. A number or a mark in them says nothing. */

/** Returns the letters of a name alone, in lower case. */
export function lettersOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}]/gu, '');
}

/** Tells whether a name has too few letters to tell a merchant by. */
export const isTooShort = (name: string): boolean => lettersOf(name).length < 2;

/** Decides whether a merchant's name begins with one that a merchant has listed. A listed name without letters means nobody. */
export function isListedMerchant(descriptor: string, listed: readonly string[]): boolean {
  const letters = lettersOf(descriptor);
  return listed.some((name) => lettersOf(name) !== '' && letters.startsWith(lettersOf(name)));
}
