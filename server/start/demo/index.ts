import { databaseOf } from '../../db/databaseOf.ts';
import { findReceiverByEmail } from '../../db/queries/findReceiver.ts';
import type { Receiver } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import type { PageNotices } from '../../http/pageNotices.ts';
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

/** A program with the record of its demo merchant. */
interface Beginning {
  program: ResolvedProgram;
  receiver: Receiver;
}

/** Returns the programs whose demo merchant has no year of history yet, the default one first. */
async function unfinished(deps: Deps): Promise<Beginning[]> {
  const found = await Promise.all(
    Object.values(deps.programs).map(async (program) => {
      const receiver = await findReceiverByEmail(deps.database, program.key, merchantEmail);
      return receiver && !(await hasHistory(deps, callerOf(receiver).scope)) ? { program, receiver } : null;
    }),
  );
  return found.filter((one) => one !== null);
}

/** Onboards a program's demo merchant and adds its cards. */
async function makeMerchant(deps: Deps, { program, receiver }: Beginning, stopping: AbortSignal): Promise<DemoMerchant> {
  const { scope } = callerOf(receiver);
  const accessToken = await signInToken(deps, program, merchantEmail);
  await onboard(deps, { program, receiver, accessToken, stopping });
  const merchant = { program, receiver: await cardHolder(deps, scope, stopping), accessToken, stopping };
  await makeCards(deps, merchant);
  return merchant;
}

/** Makes the merchants of several programs, one after the other. */
async function makeOneByOne(deps: Deps, beginnings: readonly Beginning[], stopping: AbortSignal): Promise<DemoMerchant[]> {
  const merchants: DemoMerchant[] = [];
  for (const beginning of beginnings) merchants.push(await makeMerchant(deps, beginning, stopping));
  return merchants;
}

const beingMade =
  'The demo merchant’s year of history is still being made, so its figures are those of a part of the year. Load this page again in a minute or two.';

const timeWaits = 'The demo merchants’ year of history is being made. Time moves on as soon as it is whole, in a few minutes …';

/** Lets an advance of the sandbox's time wait, or no longer: what the product draws on skipped days would be drawn once more in the year that is made. */
async function holdTime({ config }: Deps, reason: string | null): Promise<void> {
  await fetch(`${config.sandbox.url}/control/clock/hold`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ reason }),
  });
}

/** Makes a merchant's year of history. Until it is whole, the pages of its program say so. */
async function makeHistory(deps: Deps, { program, receiver, stopping }: DemoMerchant, notices: PageNotices): Promise<void> {
  const { scope } = callerOf(receiver);
  await addPurchases(deps, scope, stopping);
  await createHistory(deps, { scope, receiver, purchases, stopping });
  notices.delete(program.key);
}

/**
 * Makes the demo data on the first start and leaves it alone on later ones. The accounts and the
 * teams exist when the promise resolves. The merchants' cards and year of history follow in the background and continue at the
 * next start if interrupted; the returned function stops it.
 */
export async function makeDemoData(deps: Deps, notices: PageNotices): Promise<() => Promise<void>> {
  if (deps.config.propelauth.mode !== 'sandbox') return async () => {};
  await Promise.all(
    Object.values(deps.programs).map(async (program) => {
      await makeAccounts(deps, program);
      await makeTeam(deps, program);
    }),
  );
  if (!deps.config.demoHistory) return async () => {};
  const beginnings = await unfinished(deps);
  for (const { program } of beginnings) notices.set(program.key, beingMade);
  if (beginnings.length === 0) return async () => {};
  await holdTime(deps, timeWaits);
  const stopping = new AbortController();
  const makeMerchants = async () => {
    const [first, ...others] = beginnings;
    const early = first && (await makeMerchant(deps, first, stopping.signal));
    // The default program's year is there first, since most people look at it alone; the others' merchants get their cards meanwhile.
    const [late] = await Promise.all([makeOneByOne(deps, others, stopping.signal), early && makeHistory(deps, early, notices)]);
    await Promise.all(late.map((merchant) => makeHistory(deps, merchant, notices)));
  };
  const making = makeMerchants()
    .finally(() => holdTime(deps, null))
    .catch((error: unknown) => {
      if (!stopping.signal.aborted) deps.log.error({ err: error }, 'creating the demo data failed');
    });
  return async () => {
    stopping.abort();
    await making;
  };
}
