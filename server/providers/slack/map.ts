import type { SlackMessage } from '../ports/slack.ts';

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Escapes a text by Slack's rules, so that names from strangers call nobody and link nowhere. */
const escaped = (text: string): string => text.replace(/[&<>]/g, (character) => entities[character] ?? character);

/** Escapes a text and shortens it to what a section takes, without cutting an escaped character in two. */
const shortened = (text: string): string => escaped(text).slice(0, 3_000).replace(/&\w*$/, '');

/** Returns the body of a post: the text for notifications, and the same in blocks, of which only the link is markup. */
export function bodyOf({ title, body, link }: SlackMessage): string {
  return JSON.stringify({
    text: escaped(title),
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: title.length <= 150 ? title : `${title.slice(0, 149)}…` } },
      ...(body === '' ? [] : [{ type: 'section', text: { type: 'mrkdwn', text: shortened(body), verbatim: true } }]),
      { type: 'section', text: { type: 'mrkdwn', text: `<${encodeURI(link.url)}|${escaped(link.label)}>`, verbatim: true } },
    ],
  });
}
