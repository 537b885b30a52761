import { escapeHtml } from '../../domain/basics/escapeHtml.ts';
import type { Words } from '../../domain/basics/markdown.ts';
import type { Palette } from '../../programs/define.ts';
import { type Fact, oneLine, type Passage } from './letter.ts';

/** Escapes a text from any source for HTML, as one line. */
export const escapeLine = (text: string): string => escapeHtml(oneLine(text));

/** Escapes words but keeps the spaces at their ends, which separate them from the next words. */
const escapeWords = (text: string) => `${/^\s/.test(text) ? ' ' : ''}${escapeLine(text)}${/\S\s+$/.test(text) ? ' ' : ''}`;

function wordsHtml(words: readonly Words[]): string {
  return words.map(({ text, isBold }) => (isBold ? `<strong>${escapeWords(text)}</strong>` : escapeWords(text))).join('');
}

/** Names may break anywhere, amounts never do. */
const amount = /^\$[\d,.]+$/;

/** Returns a table row for one fact: a row heading and a value, both in the surrounding colors. */
function factRow({ label, value }: Fact, { canvas }: Palette): string {
  const cell = `padding:8px 0;border-top:1px solid ${canvas};vertical-align:top`;
  return (
    `<tr><th scope="row" class="rule" style="${cell};text-align:left;font-weight:400">${escapeLine(label)}</th>` +
    `<td class="rule" style="${cell};padding-left:16px;text-align:right;font-variant-numeric:tabular-nums${amount.test(value) ? ';white-space:nowrap' : ''}">${escapeLine(value)}</td></tr>`
  );
}

/** Renders a passage as HTML with inline styles, since many mail programs drop style sheets. */
export function passageHtml(passage: Passage, palette: Palette): string {
  switch (passage.kind) {
    case 'heading':
      // The letter's own heading is the first.
      return `<h${passage.level + 1} style="margin:24px 0 8px;font-size:17px;line-height:1.4">${wordsHtml(passage.words)}</h${passage.level + 1}>`;
    case 'list':
      return `<ul style="margin:0 0 16px;padding-left:20px">${passage.items.map((item) => `<li style="margin:0 0 4px">${wordsHtml(item)}</li>`).join('')}</ul>`;
    case 'paragraph':
      return `<p style="margin:0 0 16px">${wordsHtml(passage.words)}</p>`;
    case 'figure':
      return (
        `<p style="margin:0 0 16px">${escapeLine(passage.label)}<br>` +
        `<strong style="font-size:30px;line-height:1.3;font-variant-numeric:tabular-nums">${escapeLine(passage.value)}</strong></p>`
      );
    case 'facts':
      return `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px;border-collapse:collapse">${passage.facts.map((fact) => factRow(fact, palette)).join('')}</table>`;
  }
}
