import { type SignedIn, signIn } from '../support/signIn.ts';
import type { SeparateProduct } from './processes.ts';

export interface Merchant {
  person: SignedIn;
  receiverId: string;
  cardToken: string;
}

/** Adds a merchant with an open card and `powerCents` to spend, and signs them in. */
export async function addMerchant({ url, sandboxUrl, client }: SeparateProduct, place: number, powerCents: number): Promise<Merchant> {
  const person = await signIn(sandboxUrl, `merchant-${place}@example.com`);
  const answer = await fetch(`${url}/api/receiver`, { headers: { authorization: `Bearer ${person.accessToken}` } });
  const { id: receiverId } = (await answer.json()) as { id: string };
  const cardToken = `card-of-${receiverId}`;
  await client.query(
    `INSERT INTO card (receiver_id, token, account_token, type, state, last_four, name_on_card, spend_limit, created_at)
     VALUES ($1, $2, 'bench-account', 'VIRTUAL', 'OPEN', '4242', 'BENCH', 100000000, now())`,
    [receiverId, cardToken],
  );
  await client.query(
    `INSERT INTO spending_power_snapshot (receiver_id, total_cents, outstanding_cents, available_cents, inputs, terms, cause, taken_at)
     VALUES ($1, $2, 0, $2, '{}', '{}', 'bench', now())`,
    [receiverId, powerCents],
  );
  return { person, receiverId, cardToken };
}
