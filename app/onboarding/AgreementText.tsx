import { BlockStack, List, Text } from '@shopify/polaris';
import { createElement, Fragment, type ReactNode } from 'react';
import { type MarkdownBlock, readMarkdown, type Words } from '../../server/domain/basics/markdown.ts';

/** The text of an agreement. The page already has its title as h2, so the text's headings are h3. */
export function AgreementText({ markdown }: { markdown: string }) {
  return <BlockStack gap="300">{within(Fragment, readMarkdown(markdown).map(blockOf))}</BlockStack>;
}

/** Creates an element around parts of a text. The parts never change places, so they need no keys. */
const within = (tag: string | typeof Fragment, parts: readonly ReactNode[]) => createElement(tag, null, ...parts);

function blockOf(block: MarkdownBlock): ReactNode {
  switch (block.kind) {
    case 'heading':
      return (
        <Text as="h3" variant="headingSm">
          {within(Fragment, wordsOf(block.words))}
        </Text>
      );
    case 'paragraph':
      return <Text as="p">{within(Fragment, wordsOf(block.words))}</Text>;
    case 'list':
      return (
        <List>
          {within(
            Fragment,
            block.items.map((words) => createElement(List.Item, null, ...wordsOf(words))),
          )}
        </List>
      );
  }
}

function wordsOf(words: readonly Words[]): ReactNode[] {
  return words.map(({ text, isBold }) => (isBold ? within('strong', [text]) : text));
}
