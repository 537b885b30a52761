import { inTransaction, type Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { lockReceiver } from '../../db/queries/lockReceiver.ts';
import { takeOnCall } from '../../db/queries/providerCalls.ts';
import type { ProviderCall } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import { ProviderFailure, Refused, Unavailable } from '../../providers/failure.ts';
import { providerKey } from '../../providers/key.ts';
import type { Deps } from '../deps.ts';

/** After so long without a word, whoever was asking is taken for dead, and somebody else may go on. */
const silence_ms = 60_000;

/** An effect that is wanted of a provider. */
export interface Intent {
  /** Readable and unique for ever, such as `card:{receiver}:{number}`. */
  businessKey: string;
  provider: string;
  operation: string;
}

interface Asking<Answer> {
  /** Asks the provider. `isRepeat`: an earlier attempt may have had its effect. */
  ask: (attempt: { key: string; isRepeat: boolean }) => Promise<Answer>;
  /** Stores what was answered, in the transaction that marks the intent as done. Answers the provider's id of what came of it. */
  store: (transaction: Transaction, answer: Answer) => Promise<string>;
}

/** What was answered, or, when the effect was had before, only the provider's id of what came of it. */
export type Outcome<Answer> = { isNew: true; answer: Answer } | { isNew: false; externalId: string };

/** Takes the intent on for this caller alone. Answers how often it was attempted by now; null when it is done or somebody else is at it. */
async function takeOn({ database, clock }: Deps, scope: ReceiverScope, { businessKey, provider, operation }: Intent): Promise<number | null> {
  const now = clock();
  const call = { business_key: businessKey, provider, operation, provider_key: providerKey(businessKey) };
  return takeOnCall(database, scope, call, now, new Date(now.getTime() - silence_ms));
}

/** Whether somebody is asking just now. */
export function isUnderWay(call: Pick<ProviderCall, 'state' | 'sent_at'> | null, now: Date): boolean {
  return call?.state === 'sent' && call.sent_at !== null && now.getTime() - call.sent_at.getTime() < silence_ms;
}

/** Marks an intent as done whose effect was found at the provider by other means than its answer. */
export async function markDone({ clock }: Deps, transaction: Transaction, scope: ReceiverScope, business_key: string, external_id: string): Promise<void> {
  await databaseOf(transaction, scope).providerCall.updateMany({
    where: { business_key },
    data: { state: 'done', external_id, finished_at: clock() },
  });
}

/** `intended`: nothing happened. `unknown`: look before repeating. */
function stateAfter(failure: unknown): 'refused' | 'intended' | 'unknown' {
  if (failure instanceof Refused || failure instanceof DomainError) return 'refused';
  return failure instanceof Unavailable ? 'intended' : 'unknown';
}

/**
 * Asks a provider for an effect that may be had once, ever: the intent is stored before, and what is cut off in between
 * is taken up again by the next call with the same key. Throws the provider's failure, or `idempotency_in_flight` while
 * another call with this key is under way.
 */
export async function askOnce<Answer>(deps: Deps, scope: ReceiverScope, intent: Intent, { ask, store }: Asking<Answer>): Promise<Outcome<Answer>> {
  const where = { receiver_id_business_key: { business_key: intent.businessKey } };
  const attempts = await takeOn(deps, scope, intent);
  if (attempts === null) {
    const row = await databaseOf(deps.database, scope).providerCall.findUnique({ where });
    if (row?.state === 'done' && row.external_id !== null) return { isNew: false, externalId: row.external_id };
    throw new DomainError('idempotency_in_flight');
  }
  try {
    const answer = await ask({ key: providerKey(intent.businessKey), isRepeat: attempts > 1 });
    await inTransaction(deps.database, async (transaction) => {
      // Before any other row, as everybody does who decides about a receiver: so nobody waits for each other.
      await lockReceiver(transaction, scope);
      const external_id = await store(transaction, answer);
      await databaseOf(transaction, scope).providerCall.update({ where, data: { state: 'done', external_id, finished_at: deps.clock() } });
    });
    return { isNew: true, answer };
  } catch (failure) {
    const state = stateAfter(failure);
    const last_error = failure instanceof ProviderFailure ? `${failure.code}: ${failure.message}` : 'failed on our side';
    await databaseOf(deps.database, scope).providerCall.update({ where, data: { state, last_error, finished_at: state === 'refused' ? deps.clock() : null } });
    throw failure;
  }
}
