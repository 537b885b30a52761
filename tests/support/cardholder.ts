import { randomUUID } from 'node:crypto';
import type { Prisma } from '../../server/db/client.ts';
import type { Receiver } from '../../server/db/generated/client.ts';
import { type ReceiverScope, receiverScope } from '../../server/db/scope.ts';
import { cents } from '../../server/domain/basics/money.ts';
import { pushSpendLimit } from '../../server/services/card/state/pushSpendLimit.ts';
import { syncCard } from '../../server/services/card/syncCard.ts';
import { recomputeSpendingPower } from '../../server/services/spendingPower/recomputeSpendingPower.ts';
import { acceptedAuthorization } from './debitAuthorization.ts';
import { eventually } from './eventually.ts';
import { indexOwners } from './ownerIndex.ts';
import { type Person, signInAgain, signUp } from './people.ts';
import type { TestProduct } from './productOn.ts';

/** A merchant with an open card and a linked bank, at the providers and in the database, as after onboarding. */
export interface Cardholder extends Person {
  receiver: Receiver;
  scope: ReceiverScope;
  cardToken: string;
  bank: { itemId: string; accountId: string; accessToken: string };
}

const address = { address1: '1 Main Street', city: 'Springfield', state: 'IL', postal_code: '62701', country: 'USA', address2: '' };

/** Makes the issuer accept a business and issue its card. */
async function issueCard({ deps }: TestProduct, name: string): Promise<{ accountToken: string; cardToken: string }> {
  const person = {
    first_name: 'Ana',
    last_name: 'Lopez',
    email: 'ana@example.com',
    dob: '01/02/1990',
    government_id: '111-23-1412',
    phone_number: '+15555555555',
    address,
  };
  const holder = await deps.providers.cardIssuer.createAccountHolder(
    {
      business_entity: { legal_business_name: name, government_id: '12-3456789', phone_numbers: ['+15555555555'], address },
      nature_of_business: 'Sells bread',
      control_person: person,
      beneficial_owner_individuals: [],
      agreed_at: deps.clock(),
    },
    randomUUID(),
  );
  if (holder.accountToken === null) throw new Error('the issuer gave no account');
  const card = await deps.providers.cardIssuer.issueCard({
    accountToken: holder.accountToken,
    kind: 'VIRTUAL',
    memo: name,
    spendLimitCents: cents(1),
    key: randomUUID(),
  });
  return { accountToken: holder.accountToken, cardToken: card.token };
}

interface LinkedBank {
  access_token: string;
  item_id: string;
  account_id: string;
}

interface Linking {
  bankId?: string;
  /** When debits of the account are authorized: at once, unless it says otherwise. */
  acceptedAt?: Date;
}

/** Links a receiver's bank at the sandbox, and stores the row of the link. */
export async function linkBank(product: TestProduct, receiverId: string, { bankId = 'ins_901', acceptedAt }: Linking = {}): Promise<Cardholder['bank']> {
  const linked = await product.press<LinkedBank>('plaid', 'link_bank', { bank_id: bankId });
  const handle = `h_${randomUUID().replaceAll('-', '').slice(0, 24)}`;
  const access_token = product.deps.secrets.encrypt(linked.access_token, { table: 'bank_link', column: 'access_token', owner: receiverId });
  const { id: bank_link_id } = await product.deps.database.bankLink.create({
    data: { receiver_id: receiverId, handle, access_token, item_id: linked.item_id, account_id: linked.account_id, holder_category: 'business' },
  });
  await indexOwners(product.deps.database);
  await product.deps.database.debitAuthorization.updateMany({
    where: { receiver_id: receiverId, ended_at: null },
    data: { ended_at: product.deps.clock(), ended_reason: 'replaced' },
  });
  await product.deps.database.debitAuthorization.create({
    data: { receiver_id: receiverId, bank_link_id, account_id: linked.account_id, ...acceptedAuthorization, accepted_at: acceptedAt ?? product.deps.clock() },
  });
  await product.deps.database.receiver.update({
    where: { id: receiverId },
    data: { plaid_access_token: handle, plaid_item_id: linked.item_id, plaid_account_id: linked.account_id },
  });
  return { itemId: linked.item_id, accountId: linked.account_id, accessToken: linked.access_token };
}

/** Takes a cardholder whom the database held from its beginning. Their limit is the one of `record`, at the issuer too. */
async function takeCardholder(product: TestProduct, record: Prisma.ReceiverUpdateInput): Promise<Cardholder | undefined> {
  const before = product.madeBefore.cardholders.shift();
  if (!before) return undefined;
  const person = await signInAgain(product, before.email);
  const { id } = person.receiver;
  const scope = receiverScope(id);
  const receiver = await product.deps.database.receiver.update({ where: { id }, data: record });
  if (Object.keys(record).length > 0) {
    await recomputeSpendingPower(product.deps, scope, 'test');
    await pushSpendLimit(product.deps, scope);
  }
  const { cardToken, bank } = before;
  return { ...person, receiver, scope, cardToken, bank };
}

/** Makes a cardholder, of somebody new or of an account that is there, with $1,000 to spend, due on the day of the purchase, unless `record` says otherwise. */
export async function newCardholder(product: TestProduct, record: Prisma.ReceiverUpdateInput = {}, present?: Person): Promise<Cardholder> {
  const before = present ? undefined : await takeCardholder(product, record);
  if (before) return before;
  const person = present ?? (await signUp(product));
  const name = 'Corner Bakery';
  const { accountToken, cardToken } = await issueCard(product, name);
  const id = person.receiver.id;
  await product.deps.database.receiver.update({
    where: { id },
    data: {
      business_name: name,
      kyb_status: 'ACCEPTED',
      lithic_account_token: accountToken,
      lithic_card_token: cardToken,
      initial_spend_limit: 100_000n,
      net_terms: 0,
      ...record,
    },
  });
  const bank = await linkBank(product, id);
  const scope = receiverScope(id);
  await syncCard(product.deps, scope, cardToken);
  const receiver = await product.deps.database.receiver.findUniqueOrThrow({ where: { id } });
  return { ...person, receiver, scope, cardToken, bank };
}

/** Waits until a card has its limit, also at the issuer, whose own check then passes what ours does. */
export async function untilLimited({ deps: { database } }: TestProduct, { cardToken: token }: Pick<Cardholder, 'cardToken'>): Promise<void> {
  await eventually('a limit', async () => (await database.card.findFirstOrThrow({ where: { token } })).spend_limit > 1n);
}

export interface Purchase {
  token: string;
  status: string;
  result: string;
  events: { detailed_results: string[] }[];
}

interface Spending {
  settle?: boolean;
  at?: string;
  /** The entry in a wallet, or at a merchant, that pays; the card's number without one. */
  entry?: string;
  /** The shop's currency; dollars by default. */
  currency?: string;
}

const isUndecided = ({ events }: Purchase) => events.some(({ detailed_results }) => detailed_results.includes('CUSTOMER_ASA_TIMEOUT'));

/**
 * Makes a purchase with the card at the issuer; once more where the issuer declined it because a busy machine could not decide
 * in time, as a buyer does.
 */
export async function spend(
  product: TestProduct,
  { cardToken }: Pick<Cardholder, 'cardToken'>,
  amount: number,
  { settle = false, at = 'FJORD TEXTILES IMPORT', entry = '', currency }: Spending = {},
): Promise<Purchase> {
  const fields = { card_token: cardToken, amount, descriptor: at, settle: settle ? 'yes' : 'no', entry, ...(currency !== undefined && { currency }) };
  const first = await product.press<Purchase>('lithic', 'spend', fields);
  if (!isUndecided(first)) return first;
  // An approval that came too late reserves its amount until the issuer's decline is read.
  await eventually('nothing reserved for the purchase that was not decided', async () => {
    const open = await product.deps.database.authorizationDecision.count({ where: { transaction_token: first.token, is_open: true } });
    return open === 0;
  });
  return product.press<Purchase>('lithic', 'spend', fields);
}
