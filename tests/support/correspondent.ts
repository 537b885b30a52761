import { randomUUID } from 'node:crypto';
import type { Prisma } from '../../server/db/client.ts';
import { receiverScope } from '../../server/db/scope.ts';
import { cents } from '../../server/domain/basics/money.ts';
import { merchantColumns } from '../../server/domain/card/merchant.ts';
import type { LetterKind } from '../../server/domain/mail/letterKind.ts';
import { beforeFailed } from '../../server/domain/repayment/allocation.ts';
import { allocate, onlyDues } from '../../server/services/ledger/allocate.ts';
import { bookRepayment } from '../../server/services/ledger/book.ts';
import { withLockedReceiver } from '../../server/services/ledger/lockedReceiver.ts';
import { sendLetter } from '../../server/services/mail/sendLetter.ts';
import type { OpenDeps } from '../../server/start/product.ts';
import { linkBank } from './cardholder.ts';
import type { TestProduct } from './product.ts';
import { sumAnew } from './sums.ts';

/** A mail in the sandbox's inbox. */
export interface Received {
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
}

/** Returns all mail that arrived for an address, newest first. */
export async function inboxOf(product: TestProduct, email: string): Promise<Received[]> {
  const answer = await fetch(`${product.sandboxUrl}/mail/messages?to=${encodeURIComponent(email)}`);
  return ((await answer.json()) as { messages: Received[] }).messages;
}

/** Returns the text that a mail's HTML shows, one line for each piece. */
export function shownText(html: string): string[] {
  const body = html.replace(/^[\s\S]*?<body[^>]*>/, '');
  const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
  return body
    .split(/<[^>]*>/)
    .map((piece) => piece.replaceAll(/&(#?\w+);/g, (entity, name: string) => named[name] ?? entity).trim())
    .filter((piece) => piece !== '');
}

/** Returns the text of a mail without its program's footer. */
export const ownText = ({ text }: Received): string => text.replaceAll('\r\n', '\n').split('\n\n--\n')[0] ?? '';

interface Bought {
  amount: number;
  on: string;
  due: string;
  from?: string;
  status?: 'SETTLED' | 'PENDING';
}

/** Returns the dependencies with the clock stopped at an instant. */
export const at = (deps: OpenDeps, instant: string): OpenDeps => ({ ...deps, clock: () => new Date(instant) });

/** Makes a receiver with a card and a linked bank, whose mails and days a test invents. */
export async function newCorrespondent(product: TestProduct, record: Partial<Prisma.ReceiverUncheckedCreateInput> = {}) {
  const { database } = product.deps;
  const id = randomUUID();
  const scope = receiverScope(id);
  const email = `${id}@example.com`;
  const own = { receiver_id: id };
  await database.receiver.create({ data: { id, token: id, email, whitelabel: 'headway', business_name: 'Corner Bakery', ...record } });
  const bank = await linkBank(product, id, { acceptedAt: new Date('2026-01-05T12:00:00Z') });
  await database.bankLink.updateMany({ where: own, data: { institution_name: 'First Harbor Bank', mask: '4410' } });
  const card_token = `card-${id}`;
  const cardRow = { token: card_token, account_token: 'account', type: 'VIRTUAL', state: 'OPEN', last_four: '4242', name_on_card: 'CORNER BAKERY' };
  await database.card.create({ data: { ...own, ...cardRow, spend_limit: 100_000n, created_at: new Date('2026-01-05T12:00:00Z') } });

  const book = async (kind: string, [debit_account, credit_account]: [string, string], amount: number, subject_id: string, instant: Date) => {
    const booked = await database.ledgerTransfer.create({
      data: { ...own, kind, debit_account, credit_account, amount_cents: BigInt(amount), external_id: `${subject_id}#0`, subject_id, at: instant },
    });
    await sumAnew(database);
    return booked;
  };

  return {
    id,
    scope,
    email,
    bank,
    cardToken: card_token,
    inbox: () => inboxOf(product, email),
    /** Sends a letter as of an instant. Returns it, or undefined when none was sent. */
    async letter(kind: LetterKind, about: string, instant: string): Promise<Received | undefined> {
      await sendLetter(at(product.deps, instant), scope, { kind, about });
      return (await inboxOf(product, email))[0];
    },
    async buys({ amount, on, due, from = 'FJORD TEXTILES IMPORT', status = 'SETTLED' }: Bought): Promise<void> {
      const token = randomUUID();
      const made = new Date(`${on}T12:00:00Z`);
      const amount_cents = BigInt(amount);
      await database.cardTransaction.create({
        data: {
          ...own,
          token,
          card_token,
          status,
          result: 'APPROVED',
          amount_cents,
          ...(status === 'SETTLED' ? { settled_cents: amount_cents } : { pending_cents: amount_cents }),
          ...merchantColumns(from),
          raw_data: {},
          search_text: 'purchase',
          repayment_date: new Date(`${due}T00:00:00Z`),
          created_at: made,
          updated_at: made,
        },
      });
      if (status === 'SETTLED') await book('settlement', ['owed', 'card_network'], amount, token, made);
      else await book('authorisation', ['pending', 'card_network'], amount, token, made);
    },
    /** Adds a draw in a status, and books it. Returns its id. */
    async draw(status: string, amount: number, due: string, different: Partial<Prisma.DrawUncheckedCreateInput> = {}): Promise<string> {
      const drawId = randomUUID();
      const due_date = new Date(`${due}T00:00:00Z`);
      await database.draw.create({
        data: {
          ...own,
          id: drawId,
          due_date,
          debit_date: due_date,
          amount_cents: BigInt(amount),
          business_key: `draw:${drawId}`,
          provider_key: drawId,
          transfer_id: drawId,
          status,
          ...different,
        },
      });
      if (status === 'settled') {
        const settled_at = new Date(different.finished_at ?? due_date);
        await database.bankTransfer.create({
          data: {
            ...own,
            draw_id: drawId,
            provider_transfer_id: drawId,
            name: 'Repayment',
            status,
            amount_cents: BigInt(amount),
            search_text: '',
            settled_at,
            created_at: due_date,
          },
        });
      }
      const made = await database.draw.findUniqueOrThrow({ where: { receiver_id_id: { receiver_id: id, id: drawId } } });
      const as_of = made.finished_at ?? due_date;
      const deps = at(product.deps, as_of.toISOString());
      await withLockedReceiver(deps, scope, (transaction, receiver) =>
        bookRepayment(deps, transaction, { scope, receiver }, made, { type: 'repayment', subject_id: drawId, as_of, status, amount_cents: cents(amount) }),
      );
      return drawId;
    },
    /** Adds a payout of a credit of $50.00 in a status, which has reached the bank. Returns its id. */
    async payout(status: string, different: Partial<Prisma.CreditPayoutUncheckedCreateInput> = {}): Promise<string> {
      const payoutId = randomUUID();
      const { id: bank_link_id } = await database.bankLink.findFirstOrThrow({ where: own });
      const keys = { business_key: `payout:${payoutId}`, provider_key: payoutId, transfer_id: payoutId };
      const ordered = { number: 1, cause: 'request', amount_cents: 5_000n, bank_link_id };
      await database.creditPayout.create({ data: { ...own, id: payoutId, ...keys, ...ordered, status, ...different } });
      return payoutId;
    },
    /** Credits cashback, which pays the oldest due. */
    async earnsCashback(amount: number, due: string): Promise<void> {
      const created_at = new Date(`${due}T12:00:00Z`);
      const entry = { entry_id: due, source: 'cashback' as const, counts_on: null, amount_cents: cents(amount), order: beforeFailed };
      await withLockedReceiver(product.deps, scope, (transaction, receiver) =>
        allocate(at(product.deps, created_at.toISOString()), transaction, { scope, receiver }, { ...onlyDues, entry }),
      );
      const { id: transferId } = await book('cashback', ['cashback', 'owed'], amount, `cashback:${due}`, created_at);
      const kind = { is_manual: true, transaction_type: 'statement_credit', name: 'Cashback', manual_reason: 'paid in time', cashback_due_date: new Date(due) };
      await database.bankTransfer.create({
        data: { ...own, ...kind, id: transferId, status: 'settled', amount_cents: BigInt(amount), settled_at: created_at, created_at, search_text: 'cashback' },
      });
    },
    async hasSpendingPower(total: number): Promise<void> {
      const run = { total_cents: BigInt(total), outstanding_cents: 0n, available_cents: BigInt(total), inputs: {}, terms: [], cause: 'test' };
      await database.spendingPowerSnapshot.create({ data: { ...own, ...run, taken_at: new Date('2026-01-05T12:00:00Z') } });
    },
  };
}
export type Correspondent = Awaited<ReturnType<typeof newCorrespondent>>;
