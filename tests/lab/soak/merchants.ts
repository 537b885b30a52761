import { agreementDocuments } from '../../../server/domain/onboarding/agreements.ts';
import { debitAuthorizationVersion } from '../../../server/programs/agreements/debitAuthorization.ts';
import { programs } from '../../../server/programs/all.ts';
import type { Program } from '../../../server/programs/define.ts';
import { anyEin, kybForm, withEin } from '../../support/businessForms.ts';
import { type Chance, chanceOf } from '../../support/chance.ts';
import { eventually } from '../../support/eventually.ts';
import { signIn } from '../../support/signIn.ts';
import { callApi, type SignedUp } from './callApi.ts';
import { makeTeam } from './makeTeam.ts';
import type { Merchant, Product } from './merchant.ts';

const everyProgram = Object.values(programs) as unknown as readonly [Program, ...Program[]];
/** Raised spending power of most merchants; the others keep a beginner's and run out of it. */
const raisedPower_cents = 2_000_000;
const atOnce = 4;
/** Each fifth merchant has a team, further cards and alerts by every way. */
const teamEach = 5;

/** Links a bank account without the window, through the provider's own test call. */
async function bankToken({ deps: { config } }: Product): Promise<string> {
  const answer = await fetch(`${config.plaid.baseUrl}/sandbox/public_token/create`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'plaid-client-id': config.plaid.clientId, 'plaid-secret': config.plaid.secret },
    body: JSON.stringify({ institution_id: 'ins_901', initial_products: ['auth', 'transfer'] }),
  });
  return ((await answer.json()) as { public_token: string }).public_token;
}

interface ShownReceiver {
  id: string;
  lithic_card_token: string | null;
  plaid_access_token: string | null;
  rutter_access_token: string | null;
}

async function onboard(person: SignedUp, name: string, profile: string): Promise<Merchant> {
  const { product, host, token, accessToken } = person;
  const own = `/api/users/${token}`;
  const post = (path: string, body: unknown) => callApi(person, `${own}/${path}`, { method: 'POST', body });
  for (const document of agreementDocuments) {
    const { version } = await callApi<{ version: string }>(person, `/api/programs/current/agreements/${document}`);
    await post(`agreements/${document}`, { version });
  }
  await post('kyb', { form: withEin(kybForm(name), anyEin()) });
  await post('bank', { public_token: await bankToken(product), account_id: null, authorization_version: debitAuthorizationVersion });
  const store = await product.press<{ public_token: string }>('rutter/connect', { platform: 'SHOPIFY', profile, seed: name });
  await post('commerce', { public_token: store.public_token });
  await post('card', { physical: false });
  const shown = await eventually(`the card of ${name}`, async () => {
    const receiver = await callApi<ShownReceiver>(person, '/api/receiver');
    return receiver.lithic_card_token !== null && receiver;
  });
  const { id, lithic_card_token, plaid_access_token, rutter_access_token } = shown;
  if (!lithic_card_token || !plaid_access_token || !rutter_access_token) throw new Error(`${name} is not onboarded`);
  return {
    host,
    token,
    accessToken,
    receiverId: id,
    cardToken: lithic_card_token,
    cards: [lithic_card_token],
    team: null,
    bankHandle: plaid_access_token,
    storeHandle: rutter_access_token,
  };
}

async function signUp(product: Product, program: Program, email: string, minutes: number): Promise<SignedUp> {
  const person = await signIn(product.sandboxUrl, email, { program: program.settingName, minutes });
  return { ...person, product, host: program.hosts[0] };
}

/** Creates an admin in each program, who raises the merchants' spending power. */
async function admins(product: Product): Promise<Map<string, SignedUp>> {
  const made = new Map<string, SignedUp>();
  for (const program of everyProgram) {
    const person = await signUp(product, program, `admin@${program.key}.example`, 60);
    const { id } = await callApi<ShownReceiver>(person, '/api/receiver');
    await product.deps.database.receiver.update({ where: { id }, data: { admin: true } });
    made.set(person.host, person);
  }
  return made;
}

async function raisePower(admin: SignedUp, merchant: Merchant): Promise<void> {
  await callApi(admin, `/api/staff/receivers/${merchant.token}/spending_power_override`, {
    method: 'PUT',
    body: { override_cents: raisedPower_cents, expires_at: null, reason: 'A merchant of the soak buys a lot' },
  });
}

/** Picks a store profile: most are new and small, so that syncing them takes no longer than the soak. */
const profileOf = (chance: Chance) => (chance.is(0.05) ? 'steady' : 'new');

/**
 * Signs up merchants of all programs and takes each through onboarding with the calls of its pages. Two things have no
 * call and are written to the database: repayment on the next banking day, and the admins' role.
 */
export async function makeMerchants(product: Product, { count, minutes, seed }: { count: number; minutes: number; seed: string }): Promise<Merchant[]> {
  const { database } = product.deps;
  const adminOf = await admins(product);
  // Stores are synced without delay: their merchants would wait for nothing else.
  await product.press('rutter/reading_delay', { milliseconds: 0 });
  const merchants: Merchant[] = [];
  const places = Array.from({ length: count }, (_, place) => place).values();
  async function makeSome(): Promise<void> {
    for (const place of places) {
      const chance = chanceOf(`${seed} merchant ${place}`);
      const program = chance.pick(everyProgram);
      const person = await signUp(product, program, `merchant${place}@soak.example`, minutes + 60);
      const merchant = await onboard(person, `Bakery ${place} LLC`, profileOf(chance));
      const admin = adminOf.get(merchant.host);
      if (admin && chance.is(0.8)) await raisePower(admin, merchant);
      merchants[place] = place % teamEach === 0 ? await makeTeam(product, program, merchant, minutes + 60) : merchant;
      if ((place + 1) % 25 === 0) console.log(`${place + 1} of ${count} merchants`);
    }
  }
  await Promise.all(Array.from({ length: atOnce }, makeSome));
  await database.receiver.updateMany({ data: { net_terms: 1, net_terms_type: 'business' } });
  return merchants;
}
