/** Returns as many of a text's first whole words as fit in a number of characters. Cuts a longer first word, so that some text is left. */
export function fittingWords(text: string, length: number): string {
  const words = text.split(/\s+/).filter((word) => word !== '');
  return words.reduce((sofar, word) => (sofar.isFull ? sofar : withWord(sofar.text, word, length)), { text: '', isFull: false }).text;
}

function withWord(text: string, word: string, length: number): { text: string; isFull: boolean } {
  const longer = text === '' ? word : `${text} ${word}`;
  if (Array.from(longer).length <= length) return { text: longer, isFull: false };
  return { text: text === '' ? Array.from(word).slice(0, length).join('') : text, isFull: true };
}
