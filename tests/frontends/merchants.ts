import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import type { ProgramKey } from '../../server/domain/basics/programKeys.ts';
import { agreementDocuments } from '../../server/domain/onboarding/agreements.ts';
import { debitAuthorizationVersion } from '../../server/programs/agreements/debitAuthorization.ts';
import { programByKey } from '../../server/programs/index.ts';
import { ask, control } from '../support/ask.ts';
import { anyEin, kybForm, shippingAddress, withEin } from '../support/businessForms.ts';
import { eventually } from '../support/eventually.ts';
import { fewOrders } from '../support/fewOrders.ts';
import { pickAccount } from '../support/linkWindow.ts';
import { sandboxUrl, siteUrl } from './addresses.ts';
import { askAuthProvider, openSignedIn } from './people.ts';

const password = 'correct horse battery';

export interface OnboardedMerchant {
  email: string;
  program: ProgramKey;
  receiver: ReceiverAnswer;
  cardToken: string;
  /** Calls the API as this merchant's page would, and returns the body. Throws for a status of 300 or above. */
  call: <Body = unknown>(path: string, options?: { method?: string; body?: unknown }) => Promise<Body>;
}

interface Onboard {
  program?: ProgramKey;
  name?: string;
  /** Whether to ask for a physical card as well. */
  physical?: boolean;
  /** The sales history of the store, by the sandbox's name for it; by default a steady one with few orders, which is read quickly. */
  profile?: string;
  /** Whether to wait until the store has been read. Default: yes. Else its reading takes minutes, unless `finish_reading` is pressed. */
  untilRead?: boolean;
}

/** Presses a button of the sandbox's control page, and returns its result. */
export async function press<Result = unknown>(standIn: string, button: string, fields: Record<string, unknown> = {}): Promise<Result> {
  return (await control<{ result: Result }>(sandboxUrl(), `${standIn}/${button}`, fields)).result;
}

interface Purchase {
  /** Whether it settles at once. Default: it stays pending. */
  settle?: boolean;
  /** The merchant. */
  at?: string;
  /** The currency of the price. Default: that of the card. */
  currency?: string;
}

/** A card, by the name under which tests know it. */
type OfCard = Pick<OnboardedMerchant, 'cardToken'>;

const buyOnce = ({ cardToken }: OfCard, amount: number, { settle = false, at = 'FJORD TEXTILES IMPORT', currency = 'USD' }: Purchase) =>
  press<{ token: string; result: string }>('lithic', 'spend', { card_token: cardToken, amount, descriptor: at, currency, settle: settle ? 'yes' : 'no' });

/** Makes a purchase with a card that is approved: again where a busy machine could not decide in time, which declines. */
export const spendApproved = (card: OfCard, amount: number, purchase: Purchase = {}) =>
  eventually('an approved purchase', async () => {
    const bought = await buyOnce(card, amount, purchase);
    return bought.result === 'APPROVED' && bought;
  });

/** Makes a purchase with a merchant's card at the issuer. One that shall settle has to be approved; any other may be declined. */
export const spend = (card: OfCard, amount: number, purchase: Purchase = {}) =>
  purchase.settle ? spendApproved(card, amount, purchase) : buyOnce(card, amount, purchase);

/** Waits until a merchant can pay exactly this amount: what was bought has then settled, in the table and in the books. */
export const untilPayable = ({ call }: Pick<OnboardedMerchant, 'call'>, amount: number) =>
  expect.poll(async () => (await call<ReceiverAnswer>('/api/receiver')).payable.most_cents).toBe(amount);

/** Creates a merchant who has finished onboarding, by the calls that its pages make: with an open card, a linked bank and a connected store. */
export async function onboardedMerchant({
  program = 'headway',
  name = 'Corner Bakery LLC',
  physical = false,
  profile,
  untilRead = true,
}: Onboard = {}): Promise<OnboardedMerchant & { connection: string }> {
  const email = `${randomUUID()}@example.com`;
  const user = { email, password, email_confirmed: true, first_name: 'Ana', last_name: 'Lopez' };
  const { user_id } = await askAuthProvider<{ user_id: string }>('/user/', user, program);
  const { access_token: token } = await press<{ access_token: string }>('propelauth', 'sign_in', {
    program: programByKey(program)?.settingName,
    email,
    minutes: 60,
  });

  const call: OnboardedMerchant['call'] = async (path, { method = 'GET', body } = {}) => {
    const headers = method === 'POST' ? { 'idempotency-key': randomUUID() } : {};
    const { hostname, port } = new URL(siteUrl(program));
    const answer = await ask(`http://127.0.0.1:${port}${path}`, { method, host: hostname, token, headers, ...(body !== undefined && { body }) });
    if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`);
    return answer.body;
  };
  await call('/api/receiver');
  const business = profile === undefined ? fewOrders : { profile };
  // The sandbox reads a store slowly that has the word in its name.
  const named = untilRead ? {} : { store_name: 'Slow Boat Books' };
  const store = await press<ConnectedStore>('rutter', 'connect', { platform: 'SHOPIFY', ...business, ...named, seed: 'fixed', address: randomUUID() });
  const receiver = await finishOnboarding({ call, token: user_id, name, physical, untilRead, store });
  return { email, program, receiver, cardToken: receiver.lithic_card_token ?? '', call, connection: store.connection_id };
}

interface Unfinished extends Required<Pick<Onboard, 'name' | 'physical' | 'untilRead'>> {
  call: OnboardedMerchant['call'];
  token: string;
  /** The store to connect; null where a shop's own app reads its sales. */
  store: ConnectedStore | null;
}

/** A store that was connected in the link window. */
interface ConnectedStore {
  public_token: string;
  connection_id: string;
}

/** Takes a merchant through the steps to an open card, by the calls that the pages make. Returns their record then. */
export async function finishOnboarding({ call, token, name, physical, untilRead, store }: Unfinished): Promise<ReceiverAnswer> {
  const own = `/api/users/${token}`;
  const post = <Body = unknown>(path: string, body: unknown) => call<Body>(`${own}/${path}`, { method: 'POST', body });
  for (const document of agreementDocuments) {
    const { version } = await call<{ version: string }>(`/api/programs/current/agreements/${document}`);
    await post(`agreements/${document}`, { version });
  }
  await post('kyb', { form: withEin(kybForm(name), anyEin()) });
  const { link_token } = await post<{ link_token: string }>('bank/link_token', { mode: 'link' });
  const { public_token, metadata } = await pickAccount({ sandboxUrl: sandboxUrl() }, link_token);
  await post('bank', { public_token, account_id: metadata.accounts[0]?.id ?? null, authorization_version: debitAuthorizationVersion });
  if (store !== null) {
    await post('commerce', { public_token: store.public_token });
    if (untilRead) await press('rutter', 'finish_reading', { connection: store.connection_id });
  }
  await post('card', { physical });
  if (physical) await post('card/physical', { shipping_address: shippingAddress });
  return eventually('an open card with a limit', async () => {
    const seen = await call<ReceiverAnswer>('/api/receiver');
    return (
      seen.completion.every(({ isComplete }) => isComplete) && (!untilRead || (seen.store_reading === null && (seen.totalSpendPowerCents ?? 0) > 0)) && seen
    );
  });
}

/** Opens a page of the program's site as this merchant. */
export async function signInAsMerchant(page: Page, { email, program }: OnboardedMerchant, path = '/'): Promise<void> {
  await signInWithPassword(page, { email, program, path });
}

/** Opens a page of a program's site as somebody who has the password of all these tests. */
export async function signInWithPassword(
  page: Page,
  { email, program = 'headway', path }: { email: string; program?: ProgramKey; path: string },
): Promise<void> {
  await openSignedIn(page, { email, password, program }, path);
}
