import { createRequire } from 'node:module';
import { openSync } from 'fontkit';

/** The letters of printed reports: the typeface of the sites, with Latin, Greek and Cyrillic, of which a file carries those that it uses. */

const fileOf = (name: string) => createRequire(import.meta.url).resolve(`@expo-google-fonts/source-sans-3/${name}`);

export const regularFont = fileOf('400Regular/SourceSans3_400Regular.ttf');
export const boldFont = fileOf('700Bold/SourceSans3_700Bold.ttf');

const drawn = new Set([regularFont, boldFont].map(lettersOf).reduce((one, other) => one.filter((letter) => other.includes(letter))));

function lettersOf(file: string): number[] {
  const font = openSync(file);
  if (!('characterSet' in font)) throw new Error(`${file} holds more than one typeface`);
  return font.characterSet;
}

const marks = /\p{M}/gu;
const isDrawn = (text: string) => text !== '' && Array.from(text).every((letter) => drawn.has(letter.codePointAt(0) ?? 0));

/** Text in the letters there are: one with a foreign accent stands without it, a space of any kind as a space, anything else as a question mark. */
export function printable(text: string): string {
  return Array.from(text.normalize('NFC'), (letter) => {
    if (/\s/.test(letter)) return ' ';
    if (isDrawn(letter)) return letter;
    const plain = letter.normalize('NFKD').replace(marks, '');
    return isDrawn(plain) ? plain : '?';
  }).join('');
}
