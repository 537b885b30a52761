import { createRequire } from 'node:module';
import { openSync } from 'fontkit';

/** The font files of printed reports: the typeface of the sites, with Latin, Greek and Cyrillic. A report embeds only the glyphs that it uses. */

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

/** Returns a letter in glyphs that the font has; null when it has none. An unknown accent is dropped, and any white space becomes a space. */
function inGlyphs(letter: string): string | null {
  if (/\s/.test(letter)) return ' ';
  if (isDrawn(letter)) return letter;
  const plain = letter.normalize('NFKD').replace(marks, '');
  return isDrawn(plain) ? plain : null;
}

/** Returns the text in glyphs that the font has; a letter without one is a question mark. */
export function printable(text: string): string {
  return Array.from(text.normalize('NFC'), (letter) => inGlyphs(letter) ?? '?').join('');
}

/** Tells whether the font has every letter of a text. */
export function isPrintable(text: string): boolean {
  return Array.from(text.normalize('NFC')).every((letter) => inGlyphs(letter) !== null);
}
