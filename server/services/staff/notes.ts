import { inTransaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { staffEmails } from '../../db/queries/staffEmails.ts';
import { recordAudit } from '../access/audit.ts';
import type { Origin } from '../access/auditEntry.ts';
import type { Caller } from '../access/caller.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import type { Deps } from '../deps.ts';

/** Stores a note about a customer for other staff. */
export async function writeNote(
  deps: Deps,
  caller: Caller,
  { scope }: ReceiverView,
  { text, origin }: { text: string; origin: Origin },
): Promise<{ id: string }> {
  return inTransaction(deps.database, async (transaction) => {
    const note = await databaseOf(transaction, scope).staffNote.create({ data: { author_id: caller.receiverId, text, created_at: deps.clock() } });
    await recordAudit(deps, { scope, actor: caller, action: 'write note', details: { note: note.id }, origin }, transaction);
    return { id: note.id };
  });
}

/** Returns the notes about a customer, newest first. */
export async function readNotes({ database }: Deps, { scope }: ReceiverView) {
  const notes = await databaseOf(database, scope).staffNote.findMany({ orderBy: { created_at: 'desc' }, take: 100 });
  const emails = await staffEmails(
    database,
    notes.map((note) => note.author_id),
  );
  return notes.map(({ id, author_id, text, created_at }) => ({ id, author_email: emails.get(author_id) ?? '', text, created_at: created_at.toISOString() }));
}
