import type { ProgramKey } from '../../domain/basics/programKeys.ts';
import { isUuid } from '../../domain/basics/uuid.ts';
import type { Deps } from '../deps.ts';
import { isSignatureOf, signatureOf } from './signature.ts';

/** A program by its key alone. */
interface OfProgram {
  key: ProgramKey;
}

/** Returns the text that is signed. It names the purpose, so that no signature made for anything else passes for one of these. */
const signedText = ({ key }: OfProgram, receiverId: string) => `one-click unsubscribe from monday_summary: ${key} ${receiverId}`;

/** Returns the token with which anybody who has a receiver's Monday mail may switch that mail off, and do nothing else. */
export function unsubscribeToken(secrets: Deps['secrets'], program: OfProgram, receiverId: string): string {
  return `${receiverId}.${signatureOf(secrets, signedText(program, receiverId))}`;
}

/** Returns the id of the receiver for whom a token was made in this program, with any key of the ring; null for any other text. */
export function receiverOfUnsubscribeToken(secrets: Deps['secrets'], program: OfProgram, token: string): string | null {
  const [id = '', signature = '', ...rest] = token.split('.');
  if (!isUuid(id) || rest.length > 0) return null;
  return isSignatureOf(secrets, signedText(program, id), signature) ? id : null;
}
