import { CallFailure } from '../../server/browser/callFailure.ts';
import type { patchUser } from '../../server/contract/receiver.ts';
import { type Receiver, receiverToSave } from '../../server/domain/receiver/receiver.ts';
import type { Answer, Api } from '../api.ts';

type ReceiverAnswer = Answer<typeof patchUser>;

interface Save {
  api: Pick<Api, 'call'>;
  /** Returns the record as last loaded or saved; null before it was loaded, and then nothing is saved. */
  lastSynced: () => ReceiverAnswer | null;
  /** Reloads the record and keeps it. */
  reload: () => Promise<ReceiverAnswer>;
}

/**
 * Saves changes to a receiver: sends all its known fields if any of them differs from the record as last loaded or
 * saved. Returns the saved record, or null when there was nothing to save. A record that has changed on the server
 * meanwhile is reloaded and the changes are tried once more on it, because an outdated field counts as a change.
 * Throws a CallFailure.
 */
export async function saveReceiver({ api, lastSynced, reload }: Save, changes: Partial<Receiver>): Promise<ReceiverAnswer | null> {
  const synced = lastSynced();
  try {
    return await patch(api, synced, changes);
  } catch (failure) {
    if (!(failure instanceof CallFailure && failure.status === 403)) throw failure;
    const fresh = await reload();
    if (synced === null || receiverToSave(synced, fresh) === null) throw failure;
    return patch(api, fresh, changes);
  }
}

async function patch(api: Pick<Api, 'call'>, lastSynced: ReceiverAnswer | null, changes: Partial<Receiver>): Promise<ReceiverAnswer | null> {
  const body = lastSynced && receiverToSave(lastSynced, { ...lastSynced, ...changes });
  if (!body) return null;
  return api.call<typeof patchUser>('PATCH /api/users/:token', { params: { token: body.token }, body: { ...body } });
}
