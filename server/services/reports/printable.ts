/** What the letters built into every PDF reader can show: Latin, its accents, and a few signs. */
const shown = /[\x20-\x7e\xa1-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/;
const accents = /\p{M}/gu;

/** Text as such letters can show it: a letter with a foreign accent stands without it, anything else as a question mark. */
export function printable(text: string): string {
  return Array.from(text, (letter) => {
    if (shown.test(letter)) return letter;
    if (/\s/.test(letter)) return ' ';
    const plain = letter.normalize('NFKD').replace(accents, '');
    return plain !== '' && Array.from(plain).every((one) => shown.test(one)) ? plain : '?';
  }).join('');
}
