import { databaseOf } from '../../db/databaseOf.ts';
import { findReceiverByEmail } from '../../db/queries/findReceiver.ts';
import type { Receiver } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import type { ResolvedProgram } from '../../programs/index.ts';
import { callerOf } from '../../services/access/caller.ts';
import type { Deps } from '../../services/deps.ts';
import { makeAccounts, merchantEmail, signInToken } from './accounts.ts';
import { addPurchases, makeCards } from './cards.ts';
import { createHistory, hasHistory } from './history.ts';
import { type DemoMerchant, onboard } from './merchant.ts';
import { makeTeam } from './team.ts';
import { waitFor } from './waitFor.ts';

/** How many purchases a demo merchant's year of history holds. */
const purchases = 600;

/** Waits until the merchant has a card, which the issuer's webhook may bring a moment later, and returns its record. Throws after a minute. */
const cardHolder = ({ database }: Deps, scope: ReceiverScope, stopping: AbortSignal): Promise<Receiver> =>
  waitFor('the demo merchant received no card', stopping, async () => {
    const receiver = await databaseOf(database, scope).receiver.findUniqueOrThrow();
    return receiver.lithic_card_token === null ? null : receiver;
  });

/** Onboards a program's demo merchant and adds its cards. Returns null for one whose demo data are finished. */
async function makeMerchant(deps: Deps, program: ResolvedProgram, stopping: AbortSignal): Promise<DemoMerchant | null> {
  const receiver = await findReceiverByEmail(deps.database, program.key, merchantEmail);
  if (!receiver) return null;
  const { scope } = callerOf(receiver);
  if (await hasHistory(deps, scope)) return null;
  const accessToken = await signInToken(deps, program, merchantEmail);
  await onboard(deps, { program, receiver, accessToken, stopping });
  const merchant = { program, receiver: await cardHolder(deps, scope, stopping), accessToken, stopping };
  await makeCards(deps, merchant);
  return merchant;
}

/** Makes the merchants of several programs, one after the other. Returns those whose demo data are not finished. */
async function makeOneByOne(deps: Deps, programs: readonly ResolvedProgram[], stopping: AbortSignal): Promise<DemoMerchant[]> {
  const merchants: DemoMerchant[] = [];
  for (const program of programs) {
    const merchant = await makeMerchant(deps, program, stopping);
    if (merchant) merchants.push(merchant);
  }
  return merchants;
}

async function makeHistory(deps: Deps, { receiver, stopping }: DemoMerchant): Promise<void> {
  const { scope } = callerOf(receiver);
  await addPurchases(deps, scope, stopping);
  await createHistory(deps, { scope, receiver, purchases, stopping });
}

/**
 * Makes the demo data on the first start and leaves it alone on later ones. The accounts and the
 * teams exist when the promise resolves. The merchants' cards and year of history follow in the background and continue at the
 * next start if interrupted; the returned function stops it.
 */
export async function makeDemoData(deps: Deps): Promise<() => Promise<void>> {
  if (deps.config.propelauth.mode !== 'sandbox') return async () => {};
  const programs = Object.values(deps.programs);
  await Promise.all(
    programs.map(async (program) => {
      await makeAccounts(deps, program);
      await makeTeam(deps, program);
    }),
  );
  if (!deps.config.demoHistory) return async () => {};
  const stopping = new AbortController();
  const makeMerchants = async () => {
    const [first, ...others] = programs;
    const early = first && (await makeMerchant(deps, first, stopping.signal));
    // The default program's year is there first, since most people look at it alone; the others' merchants get their cards meanwhile.
    const [late] = await Promise.all([makeOneByOne(deps, others, stopping.signal), early && makeHistory(deps, early)]);
    await Promise.all(late.map((merchant) => makeHistory(deps, merchant)));
  };
  const making = makeMerchants().catch((error: unknown) => {
    if (!stopping.signal.aborted) deps.log.error({ err: error }, 'creating the demo data failed');
  });
  return async () => {
    stopping.abort();
    await making;
  };
}
