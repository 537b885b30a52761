import { type Letter, oneLine, type Passage } from './letter.ts';

/** A letter in short: its subject, one line, and the page that it leads to. */
export interface Brief {
  title: string;
  body: string;
  path: string;
}

function lineOf(passage: Passage): string {
  if (passage.kind === 'figure') return `${passage.label}: ${passage.value}`;
  return passage.kind === 'paragraph' ? passage.words.map(({ text }) => text).join('') : '';
}

/** Returns a letter in short, for a lock screen or a chat. */
export function briefOf({ subject, passages, action }: Letter): Brief {
  const line = passages.map(lineOf).find((text) => text !== '') ?? '';
  return { title: oneLine(subject), body: oneLine(line), path: action?.path ?? '/' };
}
