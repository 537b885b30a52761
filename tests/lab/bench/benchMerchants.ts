import type pg from 'pg';
import { type SignedIn, signIn } from '../../support/signIn.ts';
import type { RunningProduct, SeparateProduct } from './processes.ts';

export interface Merchant {
  person: SignedIn;
  receiverId: string;
  cardToken: string;
}

/** Signs somebody up as a merchant, whose card is still to be added. */
export async function signUpMerchant({ url, sandboxUrl }: Pick<RunningProduct, 'url' | 'sandboxUrl'>, email: string): Promise<Merchant> {
  const person = await signIn(sandboxUrl, email);
  const answer = await fetch(`${url}/api/receiver`, { headers: { authorization: `Bearer ${person.accessToken}` } });
  const { id: receiverId } = (await answer.json()) as { id: string };
  return { person, receiverId, cardToken: `card-of-${receiverId}` };
}

/** Adds an open card with a limit of `limitCents`. */
export async function addCard(client: pg.Client, { receiverId, cardToken }: Merchant, limitCents: number): Promise<void> {
  await client.query(
    `WITH card AS (
       INSERT INTO card (receiver_id, token, account_token, type, state, last_four, name_on_card, spend_limit, created_at)
       VALUES ($1, $2, 'bench-account', 'VIRTUAL', 'OPEN', '4242', 'BENCH', $3, now()) RETURNING token, receiver_id)
     INSERT INTO receiver_of_card (card_token, receiver_id) SELECT token, receiver_id FROM card`,
    [receiverId, cardToken, limitCents],
  );
}

/** Adds a merchant with an open card and `powerCents` to spend, and signs them in. */
export async function addMerchant(product: SeparateProduct, place: number, powerCents: number): Promise<Merchant> {
  const { client } = product;
  const merchant = await signUpMerchant(product, `merchant-${place}@example.com`);
  await addCard(client, merchant, 100_000_000);
  await client.query(
    `INSERT INTO spending_power_snapshot (receiver_id, total_cents, outstanding_cents, available_cents, inputs, terms, cause, taken_at)
     VALUES ($1, $2, 0, $2, '{}', '{}', 'bench', now())`,
    [merchant.receiverId, powerCents],
  );
  return merchant;
}
