import { inTransaction, type Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { lockReceiver } from '../../db/queries/lockReceiver.ts';
import { claimProviderCall } from '../../db/queries/providerCalls.ts';
import type { ProviderCall } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import { ProviderFailure, Refused, Unavailable } from '../../providers/failure.ts';
import { providerKey } from '../../providers/key.ts';
import type { Deps } from '../deps.ts';

/** A call without an answer for this long, in milliseconds, is abandoned; another caller may take it on. */
const usualSilenceMs = 60_000;
/** The same where the issuer verifies a business, for which it has five minutes. Taken on before, a business would be sent twice. */
const silencesMs: Readonly<Record<string, number>> = { create_account_holder: 360_000, correct_account_holder: 360_000 };
const silenceMs = (operation: string) => silencesMs[operation] ?? usualSilenceMs;

/** An effect that we want at a provider, exactly once. */
export interface Intent {
  /** Readable and unique for ever, such as `card:{receiver}:{number}`. */
  businessKey: string;
  provider: string;
  operation: string;
}

interface CallSteps<Answer> {
  /** Calls the provider. `isRepeat`: an earlier attempt may have had its effect. */
  call: (attempt: { key: string; isRepeat: boolean }) => Promise<Answer>;
  /** Stores the answer in the transaction that marks the intent as done. Returns the provider's id of the result. */
  store: (transaction: Transaction, answer: Answer) => Promise<string>;
}

/** The provider's id of the result; with its answer, unless an earlier call already had the effect. */
export type Outcome<Answer> = { externalId: string } & ({ isNew: true; answer: Answer } | { isNew: false });

/** Claims the intent for this caller alone. Returns the number of attempts so far; null when it is done or another caller holds it. */
async function claimCall({ database, clock }: Deps, scope: ReceiverScope, { businessKey, provider, operation }: Intent): Promise<number | null> {
  const now = clock();
  const call = { business_key: businessKey, provider, operation, provider_key: providerKey(businessKey) };
  return claimProviderCall(database, scope, call, now, new Date(now.getTime() - silenceMs(operation)));
}

/** Decides whether a call is under way right now. */
export function isUnderWay(call: Pick<ProviderCall, 'operation' | 'state' | 'sent_at'> | null, now: Date): boolean {
  return call?.state === 'sent' && call.sent_at !== null && now.getTime() - call.sent_at.getTime() < silenceMs(call.operation);
}

/** Marks an intent as done when its effect was found at the provider, not learned from the provider's answer. */
export async function markDone({ clock }: Deps, transaction: Transaction, scope: ReceiverScope, business_key: string, external_id: string): Promise<void> {
  await databaseOf(transaction, scope).providerCall.updateMany({
    where: { business_key },
    data: { state: 'done', external_id, finished_at: clock() },
  });
}

/** Returns the state after a failure. `intended`: nothing happened at the provider. `unknown`: look there before repeating. */
function stateAfter(failure: unknown): 'refused' | 'intended' | 'unknown' {
  if (failure instanceof Refused || failure instanceof DomainError) return 'refused';
  return failure instanceof Unavailable ? 'intended' : 'unknown';
}

/**
 * Makes a call whose effect at the provider may happen only once, ever. Stores the intent first; when a call is interrupted,
 * the next call with the same key continues it. Throws the provider's failure, or `idempotency_in_flight` while another
 * call with this key is under way.
 */
export async function callProviderOnce<Answer>(deps: Deps, scope: ReceiverScope, intent: Intent, { call, store }: CallSteps<Answer>): Promise<Outcome<Answer>> {
  const where = { receiver_id_business_key: { business_key: intent.businessKey } };
  const attempts = await claimCall(deps, scope, intent);
  if (attempts === null) {
    const row = await databaseOf(deps.database, scope).providerCall.findUnique({ where });
    if (row?.state === 'done' && row.external_id !== null) return { isNew: false, externalId: row.external_id };
    throw new DomainError('idempotency_in_flight');
  }
  try {
    const answer = await call({ key: providerKey(intent.businessKey), isRepeat: attempts > 1 });
    const externalId = await inTransaction(deps.database, async (transaction) => {
      // Lock the receiver before any other row, as every decision about a receiver does, so that no two transactions deadlock.
      await lockReceiver(transaction, scope);
      const external_id = await store(transaction, answer);
      await databaseOf(transaction, scope).providerCall.update({ where, data: { state: 'done', external_id, finished_at: deps.clock() } });
      return external_id;
    });
    return { isNew: true, answer, externalId };
  } catch (failure) {
    const state = stateAfter(failure);
    const last_error = failure instanceof ProviderFailure ? `${failure.code}: ${failure.message}` : 'failed on our side';
    // A webhook may have told of the effect before this failure did.
    const open = { business_key: intent.businessKey, state: { not: 'done' } };
    await databaseOf(deps.database, scope).providerCall.updateMany({
      where: open,
      data: { state, last_error, finished_at: state === 'refused' ? deps.clock() : null },
    });
    throw failure;
  }
}
