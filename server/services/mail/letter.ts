import { type MarkdownBlock, readMarkdown, type Words } from '../../domain/basics/markdown.ts';

/** One line of a table: what it is, and how much or when. */
export interface Fact {
  readonly label: string;
  readonly value: string;
}

/** A part of a letter: text, the one large amount that it is about, or lines of facts. */
export type Passage = MarkdownBlock | { kind: 'figure'; label: string; value: string } | { kind: 'facts'; facts: readonly Fact[] };

/** A letter before it is rendered. Any text in it may come from strangers, such as the names of shops. */
export interface Letter {
  /** Sums up the letter; it is also the heading of the letter. */
  subject: string;
  passages: readonly Passage[];
  /** A button below the text, to a path of the program's own site. */
  action?: { label: string; path: string };
}

/** Returns a paragraph of plain words. */
export function paragraph(text: string): Passage {
  return { kind: 'paragraph', words: [{ text, isBold: false }] };
}

/** Returns the one amount or date that a letter is about. */
export function figure(label: string, value: string): Passage {
  return { kind: 'figure', label, value };
}

/** Returns lines of facts, without those that have no value. */
export function facts(...rows: readonly (readonly [label: string, value: string | null])[]): Passage {
  return { kind: 'facts', facts: rows.flatMap(([label, value]) => (value === null ? [] : [{ label, value }])) };
}

/** Returns a list of plain lines. */
export function list(lines: readonly string[]): Passage {
  return { kind: 'list', items: lines.map((text): Words[] => [{ text, isBold: false }]) };
}

/** Returns the passages of one of our own Markdown texts, see `domain/basics/markdown`. */
export function passagesOf(markdown: string): readonly Passage[] {
  return readMarkdown(markdown);
}

/** Characters that end a line, control a terminal, or change the direction of the text after them. */
const steering = /[\p{Cc}\p{Zl}\p{Zp}\u200B\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]+/gu;

/** Returns a text as one line without control or direction characters, so that text from strangers cannot change how the rest is shown. */
export function oneLine(text: string): string {
  return text.replace(steering, ' ').replace(/ {2,}/g, ' ').trim();
}
