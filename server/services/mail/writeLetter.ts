import { databaseOf } from '../../db/databaseOf.ts';
import type { Receiver } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import type { LetterKind } from '../../domain/mail/letterKind.ts';
import { programByKey, type ResolvedProgram } from '../../programs/index.ts';
import type { Deps } from '../deps.ts';
import type { Letter } from './letter.ts';
import { kindOf } from './letters.ts';

/** The key of a letter to a receiver: each kind of letter is sent once ever about the same subject. */
export interface LetterName {
  kind: LetterKind;
  about: string;
}

/** The account that a letter is about, and the program whose letter it is. */
export interface LetterAccount {
  receiver: Receiver;
  program: ResolvedProgram;
}

/** Reads the account that a letter is about; null for one of a program that is no more. */
export async function readLetterAccount({ database, programs }: Deps, scope: ReceiverScope): Promise<LetterAccount | null> {
  const receiver = await databaseOf(database, scope).receiver.findUniqueOrThrow();
  const key = programByKey(receiver.whitelabel)?.key;
  return key === undefined ? null : { receiver, program: programs[key] };
}

/** Writes a letter as of now; null when there is nothing left to say. */
export async function writeLetter(deps: Deps, scope: ReceiverScope, account: LetterAccount, { kind, about }: LetterName): Promise<Letter | null> {
  return kindOf(kind).write(deps, { scope, ...account, about });
}
