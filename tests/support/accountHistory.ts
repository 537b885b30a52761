import { randomUUID } from 'node:crypto';
import { Registry } from 'prom-client';
import { readConfig } from '../../server/config.ts';
import { ChangeFeed } from '../../server/db/changeFeed.ts';
import { openDecisionConnections } from '../../server/db/queries/purchaseDecision.ts';
import { receiverScope } from '../../server/db/scope.ts';
import { createSecrets } from '../../server/db/secrets.ts';
import { addBusinessDays, startOfDay, utcDate } from '../../server/domain/basics/dates.ts';
import { type Cents, cents } from '../../server/domain/basics/money.ts';
import { isSettledTransfer } from '../../server/domain/ledger/ledger.ts';
import { bankHolidays, usHolidays } from '../../server/holidays.ts';
import { createLog } from '../../server/log.ts';
import { programByHost, resolvePrograms } from '../../server/programs/index.ts';
import { providerKey } from '../../server/providers/key.ts';
import type { BankTransfer } from '../../server/providers/ports/bank.ts';
import type { CardTransaction } from '../../server/providers/ports/cardIssuer.ts';
import { callerOf } from '../../server/services/access/caller.ts';
import type { ReceiverView } from '../../server/services/access/viewReceiver.ts';
import { storeCardTransaction } from '../../server/services/card/purchases/syncCardTransaction.ts';
import { EventStreams } from '../../server/services/events/eventStreams.ts';
import { withLockedReceiver } from '../../server/services/ledger/lockedReceiver.ts';
import { readCredit, requestPayout } from '../../server/services/payout/requestPayout.ts';
import { storeTransfer } from '../../server/services/repayment/syncTransfer.ts';
import { addManualRow } from '../../server/services/staff/addManualRow.ts';
import type { OpenDeps } from '../../server/start/product.ts';
import { openProviders } from '../../server/start/providers.ts';
import { testDatabase } from './database.ts';
import { acceptedAuthorization } from './debitAuthorization.ts';
import { indexOwners } from './ownerIndex.ts';

/** A receiver whose money moves by the product's own use cases, at times that a test chooses, without providers and jobs. */
export interface AccountHistory {
  deps: OpenDeps;
  view: () => Promise<ReceiverView>;
  now: () => Date;
  /** Moves time on. */
  wait: (hours: number) => void;
  /** Stores a card transaction as the issuer reports it now; `token` names it, earlier facts of it stay. */
  card: (token: string, state: CardState) => Promise<void>;
  /** Sends a draw, and returns the id of its transfer. */
  draw: (amount: number) => Promise<string>;
  /** Returns the cents that can be paid out. */
  payable: () => Promise<number>;
  /** Pays a credit out to the bank account, and returns the id of the transfer. */
  payout: (amount: number) => Promise<string>;
  /** Stores a state of a transfer as the bank reports it now. What it settles can come back for three banking days more. */
  bank: (transferId: string, status: string) => Promise<void>;
  credit: (transaction_type: 'statement_credit' | 'chargeback' | 'refund', amount: number) => Promise<void>;
  stop: () => Promise<void>;
}

/** The state of a card transaction: what is held and settled of it, in cents. */
export interface CardState {
  status: 'PENDING' | 'SETTLED' | 'VOIDED' | 'EXPIRED' | 'DECLINED';
  held?: number;
  settled?: number;
  /** The card that it was made with: the first, unless it says so when it is reported for the first time. */
  cardToken?: string;
  descriptor?: string;
  /** Hours ago that it was made, when it is reported for the first time. */
  lateHours?: number;
}

const hourMs = 3_600_000;

/** The price of a purchase that was made in the card's own currency. */
const inDollars = { currency: 'USD', foreign: null };

/** Opens an account that begins at an instant, in a database of its own. */
export async function openAccount(begins: string): Promise<AccountHistory> {
  const stored = await testDatabase();
  const decisions = openDecisionConnections(stored.url, stored.database, 2);
  const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'fatal' });
  const programs = resolvePrograms(config);
  const metrics = new Registry();
  let now = new Date(begins);
  const clock = () => now;
  const providers = openProviders(config, metrics, clock, stored.database);
  const changeFeed = new ChangeFeed({ databaseUrl: stored.url, log: createLog(config.logLevel) });
  const nothing = async () => {};
  const nothingMade = () => Promise.reject(new Error('a test of use cases makes its files itself'));
  const deps: OpenDeps = {
    config,
    clock,
    machineClock: () => new Date(),
    log: createLog(config.logLevel),
    metrics,
    changeFeed,
    events: new EventStreams(changeFeed, metrics),
    database: stored.database,
    beginReading: async () => stored.database,
    decisions,
    secrets: createSecrets(config.encryptionKeys),
    files: { make: nothingMade, refuseWaiting: () => {}, startFirst: () => {} },
    queue: {
      send: nothing,
      sendMany: nothing,
      backlog: async () => [],
      names: async () => [],
      failed: async () => [],
      tryAgain: async () => 0,
      work: nothing,
      schedule: nothing,
      runSchedules: nothing,
      stop: nothing,
    },
    providers,
    programs,
    programOfHost: (host) => programByHost(host, programs),
    isHoliday: usHolidays(),
    isBankHoliday: bankHolidays(),
  };
  const { database } = stored;
  const [id, staffId] = [randomUUID(), randomUUID()];
  await database.receiver.create({
    data: { id, token: id, email: `${id}@example.com`, whitelabel: 'headway', business_name: 'Corner Bakery', net_terms: 7, created_at: now },
  });
  const staff = await database.receiver.create({ data: { id: staffId, token: staffId, email: 'staff@example.com', whitelabel: 'headway', admin: true } });
  const names = { receiver_id: id, token: 'card', account_token: 'account', name_on_card: 'Corner Bakery', last_four: '4242' };
  await database.card.create({ data: { ...names, type: 'VIRTUAL', state: 'OPEN', spend_limit: 1n, created_at: now } });
  await indexOwners(database);
  await database.receiver.update({ where: { id }, data: { lithic_card_token: 'card' } });
  const handle = `h_${randomUUID().replaceAll('-', '').slice(0, 24)}`;
  const access_token = deps.secrets.encrypt('access', { table: 'bank_link', column: 'access_token', owner: id });
  const link = { receiver_id: id, handle, access_token, item_id: 'item', account_id: 'account', holder_category: 'business' };
  const { id: bank_link_id, account_id } = await database.bankLink.create({ data: link });
  await database.debitAuthorization.create({ data: { receiver_id: id, bank_link_id, account_id, ...acceptedAuthorization, accepted_at: now } });
  const scope = receiverScope(id);
  const view = async () => ({ scope, receiver: await database.receiver.findUniqueOrThrow({ where: { id } }), isOwn: true });
  const known = new Map<string, CardTransaction>();
  const transfers = new Map<string, BankTransfer>();

  async function bank(transferId: string, status: string): Promise<void> {
    const before = transfers.get(transferId);
    if (!before) throw new Error(`no transfer ${transferId}`);
    const failure = status === 'returned' || status === 'failed' ? { code: null, achReturnCode: 'R01', description: 'Insufficient funds' } : null;
    const standardReturnWindow = isSettledTransfer(status) ? addBusinessDays(utcDate(now), 3, deps.isBankHoliday) : null;
    const transfer = { ...before, status, failure, standardReturnWindow };
    transfers.set(transferId, transfer);
    await withLockedReceiver(deps, scope, (transaction, receiver) => storeTransfer(deps, transaction, { scope, receiver, transfer }));
  }

  /** The bank takes a transfer that carries our key. */
  async function send(transferId: string, direction: BankTransfer['direction'], { amount, key }: { amount: number; key: string }): Promise<string> {
    transfers.set(transferId, {
      transferId,
      authorizationId: `authorization-${transferId}`,
      accountId: 'account',
      direction,
      amountCents: cents(amount),
      status: 'pending',
      failure: null,
      key,
      createdAt: now,
      expectedSettlementDate: null,
      standardReturnWindow: null,
    });
    await bank(transferId, 'pending');
    return transferId;
  }

  return {
    deps,
    view,
    now: clock,
    wait(hours) {
      now = new Date(now.getTime() + hours * hourMs);
    },
    async card(
      token,
      { status, held = 0, settled = 0, cardToken = 'card', descriptor = known.get(token)?.merchant.descriptor ?? 'ACME SUPPLIES', lateHours = 0 },
    ) {
      const reported: CardTransaction = {
        token,
        cardToken: known.get(token)?.cardToken ?? cardToken,
        accountToken: 'account',
        status,
        result: status === 'DECLINED' ? 'DECLINED' : 'APPROVED',
        amountCents: cents(held + settled),
        heldCents: cents(held),
        settledCents: cents(settled),
        ...inDollars,
        merchant: { descriptor, city: 'BROOKLYN', state: 'NY', country: 'USA', mcc: '5131', acceptorId: null },
        createdAt: known.get(token)?.createdAt ?? new Date(now.getTime() - lateHours * hourMs),
        updatedAt: now,
        events: [],
      };
      known.set(token, reported);
      await storeCardTransaction(deps, scope, reported);
    },
    async draw(amount) {
      const transferId = `transfer-${transfers.size + 1}`;
      const business_key = `draw:${id}:${transferId}`;
      const provider_key = providerKey(business_key);
      const today = startOfDay(utcDate(now));
      const times = { sent_at: now, created_at: now };
      await database.draw.create({
        data: {
          receiver_id: id,
          due_date: today,
          debit_date: today,
          attempt: transfers.size + 1,
          amount_cents: amount,
          business_key,
          provider_key,
          status: 'sending',
          ...times,
        },
      });
      return send(transferId, 'debit', { amount, key: provider_key });
    },
    payable: async () => (await readCredit(deps, await view())).credit_cents,
    async payout(amount) {
      const transferId = `payout-${transfers.size + 1}`;
      const own = await view();
      await requestPayout(deps, callerOf(own.receiver), own, { amount_cents: amount });
      const { provider_key } = await database.creditPayout.findFirstOrThrow({ where: { receiver_id: id }, orderBy: { number: 'desc' } });
      return send(transferId, 'credit', { amount, key: provider_key });
    },
    bank,
    async credit(transaction_type, amount) {
      const origin = { requestId: 'history', address: '127.0.0.1', userAgent: 'test' };
      const amount_cents: Cents = cents(amount);
      await addManualRow(deps, callerOf(staff), await view(), { transaction_type, amount_cents, reason: 'by phone', origin });
    },
    stop: async () => {
      await providers.analytics.close();
      await decisions.close();
      await stored.stop();
    },
  };
}
