import { randomUUID } from 'node:crypto';
import { merchantColumns } from '../../server/domain/card/merchant.ts';
import type { OpenDeps } from '../../server/start/product.ts';
import { control } from './ask.ts';
import { acceptedAuthorization } from './debitAuthorization.ts';
import { sumAnew } from './sums.ts';

/** The ids of a receiver with a debt, here and at the providers. */
export interface Debtor {
  id: string;
}

/**
 * Makes receivers who each owe `amount` cents that is due today, all with the same linked bank: the rows that onboarding
 * and a settled purchase leave behind.
 */
export async function newDebtors(
  { database, secrets, clock }: OpenDeps,
  sandboxUrl: string,
  { count, amount }: { count: number; amount: number },
): Promise<Debtor[]> {
  const { result: bank } = await control<{ result: { access_token: string; item_id: string; account_id: string } }>(sandboxUrl, 'plaid/link_bank', {
    bank_id: 'ins_901',
  });
  const now = clock();
  const debtors = Array.from({ length: count }, () => ({
    id: randomUUID(),
    handle: `h_${randomUUID().replaceAll('-', '').slice(0, 24)}`,
    purchase: randomUUID(),
    link: randomUUID(),
  }));
  await database.receiver.createMany({
    data: debtors.map(({ id, handle }) => ({
      id,
      token: id,
      email: `${id}@example.com`,
      whitelabel: 'headway',
      business_name: 'Corner Bakery',
      plaid_access_token: handle,
      plaid_item_id: bank.item_id,
      initial_spend_limit: 100_000n,
    })),
  });
  await database.bankLink.createMany({
    data: debtors.map(({ id, handle, link }) => ({
      receiver_id: id,
      id: link,
      handle,
      access_token: secrets.encrypt(bank.access_token, { table: 'bank_link', column: 'access_token', owner: id }),
      item_id: bank.item_id,
      account_id: bank.account_id,
      holder_category: 'business',
    })),
  });
  await database.debitAuthorization.createMany({
    data: debtors.map(({ id, link }) => ({
      receiver_id: id,
      bank_link_id: link,
      account_id: bank.account_id,
      ...acceptedAuthorization,
      accepted_at: now,
    })),
  });
  await database.cardTransaction.createMany({
    data: debtors.map(({ id, purchase }) => ({
      receiver_id: id,
      token: purchase,
      card_token: `card-of-${id}`,
      status: 'SETTLED',
      result: 'APPROVED',
      amount_cents: BigInt(amount),
      settled_cents: BigInt(amount),
      ...merchantColumns('FJORD TEXTILES IMPORT'),
      raw_data: {},
      search_text: 'purchase',
      // A worker that starts has nothing to fill in.
      repayment_date: now,
      created_at: now,
      updated_at: now,
    })),
  });
  await database.ledgerTransfer.createMany({
    data: debtors.map(({ id, purchase }) => ({
      receiver_id: id,
      debit_account: 'owed',
      credit_account: 'card_network',
      amount_cents: BigInt(amount),
      kind: 'settlement',
      external_id: `${purchase}#0`,
      subject_id: purchase,
      at: now,
    })),
  });
  await sumAnew(database);
  return debtors.map(({ id }) => ({ id }));
}
