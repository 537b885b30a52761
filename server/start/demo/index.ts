import type { ResolvedProgram } from '../../programs/index.ts';
import { identifyCaller } from '../../services/caller.ts';
import type { Deps } from '../../services/deps.ts';
import { viewReceiver } from '../../services/viewReceiver.ts';
import { makeAccounts, merchantEmail } from './accounts.ts';
import { giveHistory } from './history.ts';
import { onboard } from './merchant.ts';

const wait_ms = 250;
const longest_ms = 60_000;

/** The merchant's record once its card is there: the issuer's word may come a moment later. */
async function cardHolder({ database }: Deps, id: string) {
  for (let waited = 0; waited < longest_ms; waited += wait_ms) {
    const receiver = await database.receiver.findUniqueOrThrow({ where: { id } });
    if (receiver.lithic_card_token !== null) return receiver;
    await new Promise((resolve) => setTimeout(resolve, wait_ms));
  }
  throw new Error('the demo merchant got no card');
}

async function makeMerchant(deps: Deps, program: ResolvedProgram): Promise<void> {
  const receiver = await deps.database.receiver.findUnique({ where: { whitelabel_email: { whitelabel: program.key, email: merchantEmail } } });
  // A merchant who has begun was made on an earlier start, or is being tried out.
  if (!receiver || receiver.accepted_privacy_policy) return;
  const { accessToken } = await deps.providers.authentication.createAccessToken(program, receiver.token, 30);
  await onboard(deps, { program, userId: receiver.token, accessToken });
  const caller = await identifyCaller(deps, program, accessToken);
  const origin = { requestId: '', address: '', userAgent: '' };
  const { scope } = await viewReceiver(deps, caller, {
    by: 'id',
    name: undefined,
    optional: true,
    call: 'demo',
    effect: 'reads',
    needsMasquerade: false,
    origin,
  });
  await giveHistory(deps, scope, await cardHolder(deps, receiver.id));
}

/**
 * Makes the demo data on the first start; afterwards it is as whoever tried the product left it. The accounts are there
 * when this resolves; the year of history of the merchants follows in the background.
 */
export async function makeDemoData(deps: Deps): Promise<void> {
  if (deps.config.propelauth.mode !== 'sandbox') return;
  await makeAccounts(deps);
  if (!deps.config.demoHistory) return;
  const makeMerchants = async () => {
    for (const program of Object.values(deps.programs)) await makeMerchant(deps, program);
  };
  makeMerchants().catch((error: unknown) => deps.log.error({ err: error }, 'demo data'));
}
