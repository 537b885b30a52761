import type { Receiver } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import type { ResolvedProgram } from '../../programs/index.ts';
import type { Deps } from '../deps.ts';
import type { Letter } from './letter.ts';

/** The state a letter is written from, read when the letter is sent. */
export interface LetterContext {
  scope: ReceiverScope;
  receiver: Receiver;
  program: ResolvedProgram;
  /** Names the subject of the letter; a receiver gets each kind of letter once about the same subject. */
  about: string;
}

/** Writes a letter; null when there is nothing left to say. */
export type WriteLetter = (deps: Deps, context: LetterContext) => Promise<Letter | null> | Letter | null;
