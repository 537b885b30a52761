import type { ReceiverScope } from '../../db/scope.ts';
import { programByKey } from '../../programs/index.ts';
import { Refused } from '../../providers/failure.ts';
import type { Deps } from '../deps.ts';
import { composeLetter } from './compose.ts';
import { type LetterKind, letters } from './letters.ts';

/** Whoever claimed a letter and did not send it for so long will not any more. */
const claim_ms = 2 * 60_000;

interface Named {
  kind: LetterKind;
  /** What the letter is about: each is sent once. */
  about: string;
}

/** Whether the letter is this caller's to send: nobody has sent it, and nobody else is about to. */
async function claim({ database, clock }: Deps, { receiverId }: ReceiverScope, { kind, about }: Named, to: string, subject: string): Promise<boolean> {
  const now = clock();
  const claimed = await database.$executeRaw`
    INSERT INTO email_sent (receiver_id, kind, dedupe_key, sent_to, subject, claimed_at)
    VALUES (${receiverId}::uuid, ${kind}, ${about}, ${to}, ${subject}, ${now})
    ON CONFLICT (receiver_id, kind, dedupe_key) DO UPDATE SET claimed_at = ${now}, sent_to = ${to}, subject = ${subject}
      WHERE email_sent.sent_at IS NULL AND email_sent.claimed_at < ${new Date(now.getTime() - claim_ms)}`;
  return claimed === 1;
}

/**
 * Sends one letter to a receiver, once however often it is asked for. An address that the mail server refuses is given
 * up; any other failure is thrown, so that the job tries again.
 */
export async function sendLetter(deps: Deps, scope: ReceiverScope, named: Named): Promise<void> {
  const { receiverId } = scope;
  const where = { receiver_id_kind_dedupe_key: { receiver_id: receiverId, kind: named.kind, dedupe_key: named.about } };
  const sent = await deps.database.emailSent.findUnique({ where });
  if (sent?.sent_at) return;
  const receiver = await deps.database.receiver.findUniqueOrThrow({ where: { id: receiverId } });
  const key = programByKey(receiver.whitelabel)?.key;
  const program = key && deps.programs[key];
  if (!program) return;
  const letter = await letters[named.kind](deps, { scope, receiver, program, about: named.about });
  if (!letter) return;
  if (!(await claim(deps, scope, named, receiver.email, letter.subject))) throw new Error('another worker has begun to send this letter');
  const mailKey = `mail:${receiverId}:${named.kind}:${named.about}`;
  try {
    await deps.providers.mailer.send({ to: receiver.email, subject: letter.subject, fromName: program.name, key: mailKey, ...composeLetter(letter, program) });
    await deps.database.emailSent.update({ where, data: { sent_at: deps.clock(), message_id: mailKey } });
  } catch (failure) {
    if (failure instanceof Refused) {
      deps.log.warn({ kind: named.kind, code: failure.code }, 'the mail server refused a letter');
      return;
    }
    await deps.database.emailSent.deleteMany({ where: { receiver_id: receiverId, kind: named.kind, dedupe_key: named.about, sent_at: null } });
    throw failure;
  }
}
