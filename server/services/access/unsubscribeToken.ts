import { timingSafeEqual } from 'node:crypto';
import { isUuid } from '../../domain/basics/uuid.ts';
import type { ProgramKey } from '../../domain/program/programKeys.ts';
import type { Deps } from '../deps.ts';

/** A program by its key alone. */
interface OfProgram {
  key: ProgramKey;
}

/** Returns the text that is signed. It names the purpose, so that no signature made for anything else passes for one of these. */
const signedText = ({ key }: OfProgram, receiverId: string) => `one-click unsubscribe from monday_summary: ${key} ${receiverId}`;

const encoded = (signature: string) => Buffer.from(signature).toString('base64url');

/** Returns the token with which anybody who has a receiver's Monday mail may switch that mail off, and do nothing else. */
export function unsubscribeToken({ fingerprints }: Deps['secrets'], program: OfProgram, receiverId: string): string {
  const [signature] = fingerprints(signedText(program, receiverId));
  return `${receiverId}.${encoded(signature)}`;
}

/** Returns the id of the receiver for whom a token was made in this program, with any key of the ring; null for any other text. */
export function receiverOfUnsubscribeToken({ fingerprints }: Deps['secrets'], program: OfProgram, token: string): string | null {
  const [id = '', signature = '', ...rest] = token.split('.');
  if (!isUuid(id) || rest.length > 0) return null;
  const given = Buffer.from(signature);
  const isSigned = fingerprints(signedText(program, id)).some((known) => {
    const expected = Buffer.from(encoded(known));
    return expected.length === given.length && timingSafeEqual(expected, given);
  });
  return isSigned ? id : null;
}
