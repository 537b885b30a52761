import { type Origin, recordAudit } from '../access/audit.ts';
import type { Caller } from '../access/caller.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import type { Deps } from '../deps.ts';

/** Leaves a note about a customer for other staff. */
export async function writeNote(
  deps: Deps,
  caller: Caller,
  { scope }: ReceiverView,
  { text, origin }: { text: string; origin: Origin },
): Promise<{ id: string }> {
  return deps.database.$transaction(async (transaction) => {
    const note = await transaction.staffNote.create({ data: { receiver_id: scope.receiverId, author_id: caller.receiverId, text, created_at: deps.clock() } });
    await recordAudit(deps, { receiverId: scope.receiverId, actor: caller, action: 'write note', details: { note: note.id }, origin }, transaction);
    return { id: note.id };
  });
}

/** The notes about a customer, newest first. */
export async function readNotes({ database }: Deps, { scope }: ReceiverView) {
  const notes = await database.staffNote.findMany({ where: { receiver_id: scope.receiverId }, orderBy: { created_at: 'desc' }, take: 100 });
  const authors = await database.receiver.findMany({ where: { id: { in: notes.map((note) => note.author_id) } }, select: { id: true, email: true } });
  const emails = new Map(authors.map(({ id, email }) => [id, email]));
  return notes.map(({ id, author_id, text, created_at }) => ({ id, author_email: emails.get(author_id) ?? '', text, created_at: created_at.toISOString() }));
}
