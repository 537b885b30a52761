import { madeOnce } from './madeOnce.ts';

/** `PENDING_REVIEW` → `pending review`: a provider's word as people read it. */
export function inWords(word: string): string {
  return word.replaceAll('_', ' ').toLowerCase();
}

/** Capitalizes the first letter. */
export function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const list = madeOnce(() => new Intl.ListFormat('en-US'));

/** Joins words: `A`, `A and B`, `A, B, and C`. */
export function listInWords(words: readonly string[]): string {
  return list().format(words);
}

/** How many of a list `namesInWords` names. */
export const namedInList = 3;

/**
 * Names the first three of a list and counts the others: `A, B, C, and 2 more`.
 * @param total how many there are, where `names` are only the first of them.
 */
export function namesInWords(names: readonly string[], total = names.length): string {
  const named = names.slice(0, namedInList);
  return listInWords(total > named.length ? [...named, `${total - named.length} more`] : named);
}

/** `30 days`, or of a kind `1 business day`. */
export function inDays(count: number, kind = ''): string {
  return `${count} ${kind === '' ? '' : `${kind} `}${count === 1 ? 'day' : 'days'}`;
}

/** Returns `9 AM`, `noon` or `midnight` for a whole hour from 0 to 24. */
export function hourInWords(hour: number): string {
  if (hour === 0 || hour === 24) return 'midnight';
  if (hour === 12) return 'noon';
  return hour < 12 ? `${hour} AM` : `${hour - 12} PM`;
}
