import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { DomainError } from '../../domain/basics/errors.ts';
import type { ProgramKey } from '../../domain/basics/programKeys.ts';
import { isSignatureOf, signatureOf } from '../access/signature.ts';
import type { Deps } from '../deps.ts';

/** The links of mails that do one thing for the reader of the mailbox. */
const purposes = ['confirm_email', 'sign_in'] as const;
export type LinkPurpose = (typeof purposes)[number];

const linkSchema = z.object({
  /** Names the link, so that it can be used up. */
  id: z.uuid(),
  receiver_id: z.uuid(),
  /** The address to which it was mailed. */
  email: z.string(),
  /** Seconds since 1970. */
  expires: z.number().int(),
});
export type MailLink = z.infer<typeof linkSchema>;

interface OfProgram {
  key: ProgramKey;
}

/** Returns the text that is signed. It names the purpose and the program, so that a link is good for nothing else and nowhere else. */
const signedText = (purpose: LinkPurpose, { key }: OfProgram, content: string) => `link of a mail, ${purpose}: ${key} ${content}`;

/** Returns the secret part of a link's address. */
export function makeMailLink(
  { secrets }: Pick<Deps, 'secrets'>,
  program: OfProgram,
  purpose: LinkPurpose,
  { receiverId, email, expiresAt }: { receiverId: string; email: string; expiresAt: Date },
): string {
  const link: MailLink = { id: randomUUID(), receiver_id: receiverId, email, expires: Math.floor(expiresAt.getTime() / 1_000) };
  const content = Buffer.from(JSON.stringify(link)).toString('base64url');
  return `${content}.${signatureOf(secrets, signedText(purpose, program, content))}`;
}

/** Reads a link that we made for a purpose at a program, with any key of the ring. Throws `not_found` for any other text and for an expired link. */
export function readMailLink({ secrets, clock }: Pick<Deps, 'secrets' | 'clock'>, program: OfProgram, purpose: LinkPurpose, token: string): MailLink {
  const [content = '', signature = '', ...rest] = token.split('.');
  if (rest.length > 0 || !isSignatureOf(secrets, signedText(purpose, program, content), signature)) throw new DomainError('not_found');
  const link = linkSchema.parse(JSON.parse(Buffer.from(content, 'base64url').toString()));
  if (link.expires * 1_000 <= clock().getTime()) throw new DomainError('not_found');
  return link;
}
