import { randomUUID } from 'node:crypto';
import { type ReceiverScope, receiverScope } from '../../server/db/scope.ts';
import type { IsoDate } from '../../server/domain/basics/dates.ts';
import { DomainError } from '../../server/domain/basics/errors.ts';
import { cents } from '../../server/domain/basics/money.ts';
import { type Caller, callerOf } from '../../server/services/access/caller.ts';
import { readCredit, requestPayout } from '../../server/services/payout/requestPayout.ts';
import { payNow, previewPayNow } from '../../server/services/repayment/payNow.ts';
import { requestSpendingPower } from '../../server/services/spendingPower/requestSpendingPower.ts';
import { addManualRow } from '../../server/services/staff/addManualRow.ts';
import { runAdminAction } from '../../server/services/staff/runAdminAction.ts';
import type { OpenDeps } from '../../server/start/product.ts';
import type { Chance } from '../support/chance.ts';
import { acceptedAuthorization } from '../support/debitAuthorization.ts';
import { power } from './model.ts';
import type { Work } from './work.ts';

interface Person {
  scope: ReceiverScope;
  caller: Caller;
  /** Whether they repay in weekly parts. */
  isWeekly: boolean;
}

/** Creates a receiver with a card and a bank; its terms follow from the history. */
export async function newReceiver({ database, secrets, clock }: OpenDeps, story: Chance, name: string): Promise<Person> {
  const id = randomUUID();
  const handle = `h_${randomUUID().replaceAll('-', '').slice(0, 24)}`;
  const isWeekly = story.is(0.2);
  const receiver = await database.receiver.create({
    data: {
      id,
      token: id,
      email: `${id}@example.com`,
      whitelabel: 'headway',
      business_name: 'Corner Bakery',
      plaid_access_token: handle,
      plaid_item_id: name,
      lithic_account_token: `${name}-account`,
      lithic_card_token: `${name}-card`,
      override_spend_limit: BigInt(power),
      payment_plan: isWeekly ? 'fixed_pay' : 'net_terms',
      net_terms: isWeekly ? story.pick([7, 14]) : story.below(12),
      net_terms_type: story.pick(['calendar', 'business']),
    },
  });
  const access_token = secrets.encrypt('access', { table: 'bank_link', column: 'access_token', owner: id });
  const { id: bank_link_id, account_id } = await database.bankLink.create({
    data: { receiver_id: id, handle, access_token, item_id: name, account_id: 'account', holder_category: 'business' },
  });
  await database.debitAuthorization.create({ data: { receiver_id: id, bank_link_id, account_id, ...acceptedAuthorization, accepted_at: clock() } });
  return { scope: receiverScope(id), caller: callerOf(receiver), isWeekly };
}

/** Links an account and authorizes its debits where the bank has put an end to either, as the merchant does in the bank step. */
export async function restoreDebits(deps: OpenDeps, scope: ReceiverScope): Promise<void> {
  const { database, secrets, clock } = deps;
  const receiver_id = scope.receiverId;
  const link = await database.bankLink.findFirst({ where: { receiver_id, unlinked_at: null } });
  const authorization = await database.debitAuthorization.findFirst({ where: { receiver_id, ended_at: null } });
  if (link && authorization) return;
  const access_token = secrets.encrypt('access', { table: 'bank_link', column: 'access_token', owner: receiver_id });
  const handle = `h_${randomUUID().replaceAll('-', '').slice(0, 24)}`;
  const { id: bank_link_id, account_id } =
    link ?? (await database.bankLink.create({ data: { receiver_id, handle, access_token, item_id: handle, account_id: handle, holder_category: 'business' } }));
  if (!link) await database.receiver.update({ where: { id: receiver_id }, data: { plaid_access_token: handle, plaid_item_id: handle } });
  await database.debitAuthorization.create({ data: { receiver_id, bank_link_id, account_id, ...acceptedAuthorization, accepted_at: clock() } });
  await requestSpendingPower(deps, database, scope, 'debit authorization');
}

/** Passes over the refusal of a payment while the bank may not be debited, as the merchant does; throws anything else. */
function refusedWithoutBank(failure: unknown): void {
  const codes: readonly string[] = ['debit_authorization_needed', 'step_out_of_order'];
  if (!(failure instanceof DomainError && codes.includes(failure.code))) throw failure;
}

/** What the merchant pays now. */
export interface Payment {
  choice: 'all' | 'next_due' | 'amount' | 'purchase';
  /** The purchase; null for every other choice. */
  token: string | null;
}

interface Around {
  person: Person;
  /** A member of staff. */
  staff: Caller;
  /** The name of the life. */
  name: string;
}

/** Returns what the merchant and staff do. An actor who is cut off tries again. */
export function createPeople(work: Pick<Work, 'insist'>, story: Chance, { person: { scope, caller }, staff, name }: Around) {
  const view = async (mortal: OpenDeps) => ({
    scope,
    receiver: await mortal.database.receiver.findUniqueOrThrow({ where: { id: scope.receiverId } }),
    isOwn: true,
  });
  /**
   * Pays all, the next due, one purchase, or a share of what can be paid. A cut-off payment is tried again: it then pays that share of what
   * is left.
   */
  const pay = ({ choice, token }: Payment) => {
    const percent = choice === 'amount' ? story.between(1, 100) : 100;
    const named = { transaction_token: token ?? undefined };
    return work.insist(async (mortal) => {
      const shown = await previewPayNow(mortal, await view(mortal), { pay: choice === 'amount' ? 'all' : choice, ...named });
      const amount_cents = Math.ceil((shown.amount_cents * percent) / 100);
      if (amount_cents > 0) await payNow(mortal, caller, await view(mortal), { pay: choice, amount_cents, ...named }, async () => {}).catch(refusedWithoutBank);
    });
  };
  const askForCredit = () =>
    work.insist(async (mortal) => {
      const { can_be_paid_out, credit_cents } = await readCredit(mortal, await view(mortal));
      if (can_be_paid_out) await requestPayout(mortal, caller, await view(mortal), { amount_cents: credit_cents });
    });
  const origin = { requestId: name, address: '127.0.0.1', userAgent: 'simulation' };
  /** Staff enter a chargeback, or take credits back that they gave. They look for the row before they enter it again. */
  const enter = (amount: number, today: IsoDate) =>
    work.insist(async (mortal) => {
      const reason = `row of ${today}`;
      if ((await mortal.database.bankTransfer.count({ where: { receiver_id: scope.receiverId, manual_reason: reason } })) > 0) return;
      const row = { transaction_type: 'chargeback' as const, amount_cents: cents(amount), reason, origin };
      await addManualRow(mortal, staff, await view(mortal), row);
    });
  const lock = (action: 'lock_account' | 'unlock_account') =>
    work.insist(async (mortal) => {
      await runAdminAction(mortal, staff, await view(mortal), { action, reason: 'simulation', confirmation: undefined, origin });
    });
  return { pay, askForCredit, enter, lock };
}
