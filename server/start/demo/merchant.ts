import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import type { DebitAuthorizationAnswer } from '../../contract/debitAuthorization.ts';
import type { Receiver } from '../../db/rows.ts';
import { programKeys } from '../../domain/basics/programKeys.ts';
import { emptyIndividual, emptyKybForm, type KybForm } from '../../domain/kyb/kyb.ts';
import { agreementDocuments } from '../../domain/onboarding/agreements.ts';
import type { ResolvedProgram } from '../../programs/index.ts';
import type { Deps } from '../../services/deps.ts';
import { merchantEmail } from './accounts.ts';

/** A demo merchant, with the access token for the calls that its pages would make. */
export interface DemoMerchant {
  program: ResolvedProgram;
  receiver: Receiver;
  accessToken: string;
  /** Aborted when the product is to stop. */
  stopping: AbortSignal;
}

const address = { address1: '45 Market Street', address2: '', city: 'Albany', state: 'NY', postal_code: '12207', country: 'USA' };

/** Returns an EIN of the program's own demo business: an EIN backs one account alone. */
const einOf = ({ key }: ResolvedProgram) => `12-34567${80 + programKeys.indexOf(key)}`;

/** Returns the name of the program's demo business. */
const businessName = ({ brand }: ResolvedProgram): string => `${brand} Street Bakery`;

/** A business that the sandbox's issuer accepts at once. */
function businessForm(program: ResolvedProgram): KybForm {
  const form = emptyKybForm();
  return {
    ...form,
    business_entity: { ...form.business_entity, legal_business_name: businessName(program), government_id: einOf(program), address },
    nature_of_business: 'Bakes and sells bread',
    home_business: true,
    control_person_owns_business: true,
    control_person: {
      ...emptyIndividual(),
      first_name: 'Marta',
      last_name: 'Kowalski',
      dob: '04/23/1985',
      government_id: '123-45-6789',
      email: merchantEmail,
      phone_number: '+12125550142',
    },
  };
}

async function answerOf<Body>(answer: Response): Promise<Body> {
  if (!answer.ok) throw new Error(`${new URL(answer.url).pathname} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Body;
}

/** Calls the product's own API as the merchant's page would. Uses `node:http`, because fetch does not allow a Host header. */
export function callAs<Body>({ config }: Deps, { program, accessToken, stopping }: DemoMerchant, path: string, body?: unknown): Promise<Body> {
  const sent = body === undefined ? undefined : JSON.stringify(body);
  const headers = {
    host: program.hosts[0],
    authorization: `Bearer ${accessToken}`,
    ...(sent !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent), 'idempotency-key': randomUUID() }),
  };
  return new Promise((resolve, reject) => {
    const method = sent === undefined ? 'GET' : 'POST';
    const outgoing = request({ host: '127.0.0.1', port: config.port, path, method, headers, signal: stopping }, async (incoming) => {
      const text = (await incoming.toArray()).join('');
      if (incoming.statusCode !== 200 && incoming.statusCode !== 201) return reject(new Error(`${path} answered ${incoming.statusCode}: ${text}`));
      resolve(JSON.parse(text) as Body);
    });
    outgoing.once('error', reject);
    outgoing.end(sent);
  });
}

/** Presses a button of the sandbox's control page. */
export async function press<Result>({ config }: Deps, button: string, fields: Record<string, unknown>, stopping?: AbortSignal): Promise<Result> {
  const answer = await fetch(`${config.sandbox.url}/control/${button}`, {
    method: 'POST',
    ...(stopping && { signal: stopping }),
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fields),
  });
  return (await answerOf<{ result: Result }>(answer)).result;
}

/** Links a bank account without the link window, by the provider's own call for testing. Returns the public token. */
async function bankToken({ config }: Deps): Promise<string> {
  const answer = await fetch(`${config.plaid.baseUrl}/sandbox/public_token/create`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'plaid-client-id': config.plaid.clientId, 'plaid-secret': config.plaid.secret },
    body: JSON.stringify({ institution_id: 'ins_901', initial_products: ['auth', 'transfer'] }),
  });
  return (await answerOf<{ public_token: string }>(answer)).public_token;
}

/** Walks a demo merchant through onboarding by the calls of its pages, up to the card. Skips what an earlier start has finished. */
export async function onboard(deps: Deps, merchant: DemoMerchant): Promise<void> {
  const { program, receiver, stopping } = merchant;
  const own = `/api/users/${receiver.token}`;
  for (const document of agreementDocuments) {
    const { version } = await callAs<{ version: string }>(deps, merchant, `/api/programs/current/agreements/${document}`);
    await callAs(deps, merchant, `${own}/agreements/${document}`, { version });
  }
  if (receiver.lithic_account_holder_token === null) await callAs(deps, merchant, `${own}/kyb`, { form: businessForm(program) });
  if (receiver.plaid_access_token === null) {
    const { offered } = await callAs<DebitAuthorizationAnswer>(deps, merchant, `${own}/debit_authorization`);
    await callAs(deps, merchant, `${own}/bank`, { public_token: await bankToken(deps), account_id: null, authorization_version: offered.version });
  }
  if (receiver.rutter_access_token === null) {
    const store = await press<{ public_token: string }>(deps, 'rutter/connect', { platform: 'SHOPIFY', profile: 'steady', seed: program.key }, stopping);
    await callAs(deps, merchant, `${own}/commerce`, { public_token: store.public_token });
  }
  if (receiver.card_request === null) await callAs(deps, merchant, `${own}/card`, { physical: false });
  // This merchant has a year of history and knows what to do first.
  await callAs(deps, merchant, `${own}/first_steps_dismissal`, {});
}
