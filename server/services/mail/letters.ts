import type { Receiver } from '../../db/generated/client.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import type { ResolvedProgram } from '../../programs/index.ts';
import { agreementCopy } from '../agreements/agreementCopy.ts';
import { bankStatusLetter } from '../bank/bankStatusLetter.ts';
import { cardIssuedLetter, cardShippedLetter } from '../card/cardLetters.ts';
import type { Deps } from '../deps.ts';
import { kybStatusLetter } from '../kyb/kybStatusLetter.ts';
import { storeStatusLetter } from '../store/storeStatusLetter.ts';
import type { Letter } from './compose.ts';

/** What a letter is written from, when it is sent: the present state. */
export interface LetterContext {
  scope: ReceiverScope;
  receiver: Receiver;
  program: ResolvedProgram;
  /** Names what the letter is about; a receiver gets each kind of letter once about the same. */
  about: string;
}

/** Null when by now there is nothing to say any more. */
type WriteLetter = (deps: Deps, context: LetterContext) => Promise<Letter | null> | Letter | null;

/** Every letter there is, by its kind. */
export const letters = {
  agreement_copy: agreementCopy,
  kyb_status: kybStatusLetter,
  card_issued: cardIssuedLetter,
  card_shipped: cardShippedLetter,
  bank_status: bankStatusLetter,
  store_status: storeStatusLetter,
} as const satisfies Record<string, WriteLetter>;
export type LetterKind = keyof typeof letters;
