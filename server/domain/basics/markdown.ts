/**
 * The subset of Markdown that agreements are written in: headings, paragraphs, lists with "- ", and **bold** words. One
 * parser serves the pages, which render elements, and the mails, which render text and HTML.
 */

export interface Words {
  text: string;
  isBold: boolean;
}

export type MarkdownBlock = { kind: 'heading'; level: 1 | 2 | 3; words: Words[] } | { kind: 'paragraph'; words: Words[] } | { kind: 'list'; items: Words[][] };

function readWords(line: string): Words[] {
  return line
    .split('**')
    .map((text, place) => ({ text, isBold: place % 2 === 1 }))
    .filter(({ text }) => text !== '');
}

const levels = { '#': 1, '##': 2, '###': 3 } as const;

function readBlock(source: string): MarkdownBlock {
  const [, marks, title] = /^(#{1,3}) +(.+)$/s.exec(source) ?? [];
  if (marks !== undefined && title !== undefined) return { kind: 'heading', level: levels[marks as keyof typeof levels], words: readWords(title) };
  const lines = source.split('\n');
  if (lines.every((line) => line.startsWith('- '))) return { kind: 'list', items: lines.map((line) => readWords(line.slice(2))) };
  return { kind: 'paragraph', words: readWords(lines.join(' ')) };
}

/** Splits a text into blocks; an empty line ends a block. */
export function readMarkdown(source: string): MarkdownBlock[] {
  return source
    .trim()
    .split(/\n\s*\n/)
    .filter((block) => block !== '')
    .map(readBlock);
}
