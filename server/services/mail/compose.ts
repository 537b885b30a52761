import { type Block, readMarkdown, type Words } from '../../domain/markdown.ts';
import type { ResolvedProgram } from '../../programs/index.ts';

/** A mail as its writer makes it: Markdown of our own, see `domain/markdown`. */
export interface Letter {
  subject: string;
  markdown: string;
  /** A button below the text, to a path of the program's own site. */
  action?: { label: string; path: string };
}

const plain = (words: readonly Words[]) => words.map(({ text }) => text).join('');

function blockText(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return plain(block.words).toUpperCase();
    case 'list':
      return block.items.map((item) => `- ${plain(item)}`).join('\n');
    case 'paragraph':
      return plain(block.words);
  }
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

function wordsHtml(words: readonly Words[]): string {
  return words.map(({ text, isBold }) => (isBold ? `<strong>${escapeHtml(text)}</strong>` : escapeHtml(text))).join('');
}

function blockHtml(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `<h${block.level}>${wordsHtml(block.words)}</h${block.level}>`;
    case 'list':
      return `<ul>${block.items.map((item) => `<li>${wordsHtml(item)}</li>`).join('')}</ul>`;
    case 'paragraph':
      return `<p>${wordsHtml(block.words)}</p>`;
  }
}

/** Writes a letter out in the program's colours, as text and as HTML. */
export function composeLetter({ markdown, action }: Letter, program: ResolvedProgram): { text: string; html: string } {
  const blocks = readMarkdown(markdown);
  const { primary, surface, canvas, ink } = program.colours.light;
  const closing = `${program.name} · ${program.supportEmail}`;
  const link = action && { label: action.label, href: `${program.siteUrl}${action.path}` };
  const button = link
    ? `<p><a href="${escapeHtml(link.href)}" style="display:inline-block;padding:10px 18px;background:${primary};color:${surface};text-decoration:none;border-radius:${program.cornerRadiusPx}px">${escapeHtml(link.label)}</a></p>`
    : '';
  return {
    text: [...blocks.map(blockText), ...(link ? [`${link.label}: ${link.href}`] : []), closing].join('\n\n'),
    html: `<!doctype html><html lang="en"><body style="margin:0;padding:24px;background:${canvas};color:${ink};font-family:sans-serif;line-height:1.5"><div style="max-width:640px;margin:0 auto;padding:24px;background:${surface}">${blocks.map(blockHtml).join('')}${button}<p style="font-size:13px">${escapeHtml(closing)}</p></div></body></html>`,
  };
}
