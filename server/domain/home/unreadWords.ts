import { listInWords } from '../basics/words.ts';

/** Names what a page tells, for a sentence about what could not be read. */
const subjects = {
  card: 'your card',
  cards: 'what is left of your cards',
  declines: 'your declined purchases',
  bank: 'whether your bank wants you to sign in again',
  debits: 'whether your bank account may be debited',
  next_draw: 'what is drawn next from your bank account',
  payment: 'whether this purchase can be paid now',
  store: 'whether your store is connected',
  cash: 'your cash in the next 90 days',
  terms: 'the terms of your card',
} as const;

export type UnreadSubject = keyof typeof subjects;

export const unreadTexts = { title: 'A part of this page is missing', again: 'Try again' } as const;

/** Says what could not be read, so that nobody takes its absence for an answer. */
export function unreadWords(unread: readonly UnreadSubject[]): string {
  return `We could not read ${listInWords(unread.map((subject) => subjects[subject]))}. Nothing has changed by that.`;
}
