import { setTimeout as pause } from 'node:timers/promises';
import { databaseOf } from '../../db/databaseOf.ts';
import { findReceiverByEmail } from '../../db/queries/findReceiver.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import type { ResolvedProgram } from '../../programs/index.ts';
import { callerOf } from '../../services/access/caller.ts';
import type { Deps } from '../../services/deps.ts';
import { makeAccounts, merchantEmail, signInToken } from './accounts.ts';
import { createHistory, hasHistory } from './history.ts';
import { onboard } from './merchant.ts';

const waitMs = 250;
const maximumWaitMs = 60_000;
/** How many purchases a demo merchant's year of history holds. */
const purchases = 2_000;

/** Waits until the merchant has a card, which the issuer's webhook may bring a moment later, and returns its record. Throws after a minute. */
async function cardHolder({ database }: Deps, scope: ReceiverScope, stopping: AbortSignal) {
  for (let waited = 0; waited < maximumWaitMs; waited += waitMs) {
    const receiver = await databaseOf(database, scope).receiver.findUniqueOrThrow();
    if (receiver.lithic_card_token !== null) return receiver;
    await pause(waitMs, undefined, { signal: stopping });
  }
  throw new Error('the demo merchant received no card');
}

async function makeMerchant(deps: Deps, program: ResolvedProgram, stopping: AbortSignal): Promise<void> {
  const receiver = await findReceiverByEmail(deps.database, program.key, merchantEmail);
  if (!receiver) return;
  const { scope } = callerOf(receiver);
  if (await hasHistory(deps, scope)) return;
  const accessToken = await signInToken(deps, program, merchantEmail);
  await onboard(deps, { program, receiver, accessToken, stopping });
  await createHistory(deps, { scope, receiver: await cardHolder(deps, scope, stopping), purchases, stopping });
}

/**
 * Makes the demo data on the first start and leaves it alone on later ones. The accounts exist when the promise
 * resolves. The merchants' year of history follows in the background and continues at the next start if interrupted;
 * the returned function stops it.
 */
export async function makeDemoData(deps: Deps): Promise<() => Promise<void>> {
  if (deps.config.propelauth.mode !== 'sandbox') return async () => {};
  await makeAccounts(deps);
  if (!deps.config.demoHistory) return async () => {};
  const stopping = new AbortController();
  const makeMerchants = async () => {
    for (const program of Object.values(deps.programs)) await makeMerchant(deps, program, stopping.signal);
  };
  const making = makeMerchants().catch((error: unknown) => {
    if (!stopping.signal.aborted) deps.log.error({ err: error }, 'creating the demo data failed');
  });
  return async () => {
    stopping.abort();
    await making;
  };
}
