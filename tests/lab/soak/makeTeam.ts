import { noControls } from '../../../server/domain/card/controls/controls.ts';
import type { Program } from '../../../server/programs/define.ts';
import { ask } from '../../support/ask.ts';
import { eventually } from '../../support/eventually.ts';
import { signIn } from '../../support/signIn.ts';
import { callApi } from './callApi.ts';
import type { Merchant, Product } from './merchant.ts';

/** Calls about the merchant's account as the owner. */
const callAsOwner = <Body>(product: Product, merchant: Merchant, path: string, method: string, body?: unknown): Promise<Body> =>
  callApi({ product, ...merchant }, `/api/users/${merchant.token}/${path}`, { method, body });

/** Invites somebody, who signs up, joins and makes a first call. Returns their access token. */
async function join(product: Product, program: Program, merchant: Merchant, role: 'cardholder' | 'bookkeeper', minutes: number): Promise<string> {
  const email = `${role}-${merchant.token}@soak.example`;
  await callAsOwner(product, merchant, 'team/invitations', 'POST', { email, name: null, role });
  await signIn(product.sandboxUrl, email, { program: program.settingName, minutes });
  await product.press('propelauth/accept_invitations', { program: program.settingName, email });
  const { access_token } = await product.press<{ access_token: string }>('propelauth/sign_in', { program: program.settingName, email, minutes });
  const first = await ask(`${product.url}/api/receiver`, { host: merchant.host, token: access_token });
  if (first.status !== 200 || first.body.member === null) throw new Error(`the first call of a ${role} answered ${first.status}: ${first.text}`);
  return access_token;
}

interface NewCard {
  card: { token: string } | null;
}

const furtherCards = [
  { name: 'Ads', kind: 'standard', controls: { ...noControls, per_purchase_cents: 8_000 } },
  { name: 'Shipping', kind: 'merchant_locked', controls: null },
] as const;

async function addCard(product: Product, merchant: Merchant, card: (typeof furtherCards)[number]): Promise<string> {
  const order = { ...card, color: 'teal', purpose: null, holder_id: null, is_physical: false, shipping_address: null };
  const made = await callAsOwner<NewCard>(product, merchant, 'cards', 'POST', order);
  if (made.card) return made.card.token;
  return eventually(`the card ${card.name}`, async () => {
    const { cards } = await callAsOwner<{ cards: { token: string; name: string }[] }>(product, merchant, 'cards', 'GET');
    return cards.find(({ name }) => name === card.name)?.token;
  });
}

/** Has alerts of the owner sent to a browser and to a channel of Slack. */
async function addAlerts(product: Product, merchant: Merchant): Promise<void> {
  const browser = await product.press('push/subscribe', { application_server_key: product.deps.providers.push.publicKey ?? '' });
  await callAsOwner(product, merchant, 'alerts/push', 'POST', browser);
  const { url } = await product.press<{ url: string }>('slack/add_webhook', {});
  await callAsOwner(product, merchant, 'alerts/slack', 'POST', { url, label: '#money' });
  const choices = ['push', 'slack'].map((channel) => ({ event: 'purchase_declined', channel, is_on: true }));
  await callAsOwner(product, merchant, 'alerts', 'PUT', { choices });
}

/** Gives a merchant a cardholder and a bookkeeper, two further cards, of which one has a limit, and alerts by every way. */
export async function makeTeam(product: Product, program: Program, merchant: Merchant, minutes: number): Promise<Merchant> {
  const cardholder = await join(product, program, merchant, 'cardholder', minutes);
  const bookkeeper = await join(product, program, merchant, 'bookkeeper', minutes);
  const further: string[] = [];
  for (const card of furtherCards) further.push(await addCard(product, merchant, card));
  await addAlerts(product, merchant);
  return { ...merchant, team: { cardholder, bookkeeper }, cards: [merchant.cardToken, ...further] };
}
