import { createElement, Fragment, type ReactNode } from 'react';
import { type MarkdownBlock, readMarkdown, type Words } from '../../server/domain/basics/markdown.ts';

/** The text of an agreement. The page already has its title as h2, so the text's headings are h3. */
export function AgreementText({ markdown }: { markdown: string }) {
  return within(Fragment, readMarkdown(markdown).map(blockOf));
}

/** Creates an element around parts of a text. The parts never change places, so they need no keys. */
const within = (tag: string | typeof Fragment, parts: readonly ReactNode[]) => createElement(tag, null, ...parts);

function blockOf(block: MarkdownBlock): ReactNode {
  switch (block.kind) {
    case 'heading':
      return within('h3', wordsOf(block.words));
    case 'paragraph':
      return within('p', wordsOf(block.words));
    case 'list':
      return within(
        'ul',
        block.items.map((words) => within('li', wordsOf(words))),
      );
  }
}

function wordsOf(words: readonly Words[]): ReactNode[] {
  return words.map(({ text, isBold }) => (isBold ? within('strong', [text]) : text));
}
