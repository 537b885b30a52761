import { type Block, readMarkdown, type Words } from '../../domain/basics/markdown.ts';

/** One line of a table: what it is, and how much or when. */
export interface Fact {
  readonly label: string;
  readonly value: string;
}

/** A part of a letter: text, the one large amount that it is about, or lines of facts. */
export type Passage = Block | { kind: 'figure'; label: string; value: string } | { kind: 'facts'; facts: readonly Fact[] };

/** A letter as its writer makes it. All text may hold what strangers chose, such as the names of shops. */
export interface Letter {
  /** Says it all; it stands at the head of the letter too. */
  subject: string;
  passages: readonly Passage[];
  /** A button below the text, to a path of the program's own site. */
  action?: { label: string; path: string };
}

/** A paragraph of plain words. */
export function paragraph(text: string): Passage {
  return { kind: 'paragraph', words: [{ text, isBold: false }] };
}

/** The one amount or date that a letter is about. */
export function figure(label: string, value: string): Passage {
  return { kind: 'figure', label, value };
}

/** Lines of facts; those without a value are left out. */
export function facts(...rows: readonly (readonly [label: string, value: string | null])[]): Passage {
  return { kind: 'facts', facts: rows.flatMap(([label, value]) => (value === null ? [] : [{ label, value }])) };
}

/** A list of plain lines. */
export function list(lines: readonly string[]): Passage {
  return { kind: 'list', items: lines.map((text): Words[] => [{ text, isBold: false }]) };
}

/** The passages of a text of ours in Markdown, see `domain/basics/markdown`. */
export function passagesOf(markdown: string): readonly Passage[] {
  return readMarkdown(markdown);
}

/** Characters that end a line, steer a terminal, or turn the direction of the text after them. */
const steering = /[\p{Cc}\p{Zl}\p{Zp}\u200B\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]+/gu;

/** A text as one line that shows nothing but itself, however it was chosen. */
export function oneLine(text: string): string {
  return text.replace(steering, ' ').replace(/ {2,}/g, ' ').trim();
}
