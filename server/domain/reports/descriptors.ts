/**
 * Telephone and store numbers in merchant descriptors. They differ from purchase to purchase at one merchant, so that
 * accounting software finds no rule for it, and QuickBooks asks for descriptions without them.
 */

/** The patterns of such a number: a telephone number, what follows an asterisk or a number sign, and three digits or more by themselves. */
const numbers = [
  /\+?\b1?[-. ]?\(?\d{3}\)?[-. ]?\d{3}[-. ]\d{4}\b/g,
  /\s*\*\s*(?=[\w-]*\d)[\w-]+/g,
  /\s*(?:\b(?:store|no\.?)\s*)?#\s*[\w-]*\d[\w-]*/gi,
  /(?<![\w-])\d(?:[-./]?\d){2,}(?![\w-])/g,
];

/** Returns a descriptor without its numbers, such as `AMZN MKTP US` of `AMZN MKTP US*2K4AB0`. Keeps digits of a name, as in `7-ELEVEN`, and a descriptor of nothing else. */
export function withoutNumbers(descriptor: string): string {
  const rest = numbers.reduce((text, pattern) => text.replace(pattern, ' '), descriptor);
  return rest.replace(/\s+/g, ' ').trim() || descriptor;
}
