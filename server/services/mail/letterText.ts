import type { Words } from '../../domain/basics/markdown.ts';
import { type Fact, oneLine, type Passage } from './letter.ts';

const wordsText = (words: readonly Words[]) => oneLine(words.map(({ text }) => text).join(''));

const factText = ({ label, value }: Fact) => `${oneLine(label)}: ${oneLine(value)}`;

/** Renders a passage as plain text. */
export function passageText(passage: Passage): string {
  switch (passage.kind) {
    case 'heading':
      return wordsText(passage.words).toUpperCase();
    case 'list':
      return passage.items.map((item) => `- ${wordsText(item)}`).join('\n');
    case 'paragraph':
      return wordsText(passage.words);
    case 'figure':
      return factText(passage);
    case 'facts':
      return passage.facts.map(factText).join('\n');
  }
}
