import { createHash } from 'node:crypto';
import type { PushMessage } from '../ports/pushSender.ts';

/** The longest texts of a message, in characters: a push service takes 4,096 bytes, and a lock screen shows less. */
const longestTitle = 120;
const longestBody = 300;

const shortened = (text: string, most: number) => (text.length <= most ? text : `${text.slice(0, most - 1)}…`);

/** Returns what the service worker reads, as JSON. */
export const payloadOf = ({ title, body, url, tag }: PushMessage): string =>
  JSON.stringify({ title: shortened(title, longestTitle), body: shortened(body, longestBody), url, tag });

/** Returns the topic of a message, by which a push service replaces an older one: at most 32 characters of base64url. */
export const topicOf = (tag: string): string => createHash('sha256').update(tag).digest('base64url').slice(0, 32);
