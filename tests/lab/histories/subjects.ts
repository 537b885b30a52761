import { programs } from '../../../server/programs/all.ts';
import { ask } from '../../support/ask.ts';
import { signIn } from '../../support/signIn.ts';
import type { Merchant } from '../soak/merchant.ts';
import { makeMerchants } from '../soak/merchants.ts';
import type { Subject } from './clients/clients.ts';
import { nothingRecorded } from './clients/recorded.ts';
import type { DisturbedProduct } from './product.ts';

/** Spending power with which everybody begins, in cents. */
const firstPower = 150_000;

/** Signs up somebody of staff in a merchant's program, and returns their access token. */
async function staffTokenOf({ sandboxUrl, url, deps }: DisturbedProduct, host: string, minutes: number): Promise<string> {
  const program = Object.values(programs).find(({ hosts }) => hosts[0] === host);
  if (!program) throw new Error(`no program is at ${host}`);
  const { accessToken } = await signIn(sandboxUrl, `staff@${program.key}.histories.example`, { program: program.settingName, minutes: minutes + 60 });
  const { body } = await ask(`${url}/api/receiver`, { host, token: accessToken });
  await deps.database.receiver.update({ where: { id: body.id }, data: { admin: true } });
  return accessToken;
}

async function setFirstPower({ url }: DisturbedProduct, { host, token }: Merchant, staffToken: string): Promise<void> {
  const body = { override_cents: firstPower, expires_at: null, reason: 'The beginning of a history' };
  const { status, text } = await ask(`${url}/api/staff/receivers/${token}/spending_power_override`, { method: 'PUT', host, token: staffToken, body });
  if (status !== 200) throw new Error(`spending power was not set: ${text}`);
}

/** Makes merchants with a card and the same spending power, and somebody of staff in each program. */
export async function makeSubjects(product: DisturbedProduct, { count, minutes, seed }: { count: number; minutes: number; seed: string }): Promise<Subject[]> {
  const merchants = await makeMerchants(product, { count, minutes, seed });
  const staffTokens = new Map<string, string>();
  for (const host of new Set(merchants.map((one) => one.host))) staffTokens.set(host, await staffTokenOf(product, host, minutes));
  const subjects: Subject[] = [];
  for (const [place, merchant] of merchants.entries()) {
    const staffToken = staffTokens.get(merchant.host) ?? '';
    await setFirstPower(product, merchant, staffToken);
    subjects.push({ merchant, staffToken, recorded: nothingRecorded(`receiver ${place + 1}`, firstPower) });
  }
  return subjects;
}
