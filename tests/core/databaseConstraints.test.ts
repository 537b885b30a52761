import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Prisma } from '../../server/db/client.ts';
import { inTransaction } from '../../server/db/database.ts';
import { lockReceiver } from '../../server/db/queries/lockReceiver.ts';
import { receiverScope } from '../../server/db/scope.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { merchantId, sampleRows, staffId, staffRow } from '../support/sampleRows.ts';

let product: TestDatabase;
beforeAll(async () => {
  product = await testDatabase();
  const { database } = product;
  await database.receiver.createMany({ data: [staffRow, sampleRows.Receiver] });
  await database.agreementVersion.create({ data: sampleRows.AgreementVersion });
  await database.agreementAcceptance.create({ data: sampleRows.AgreementAcceptance });
  await database.bankLink.create({ data: { ...sampleRows.BankLink, unlinked_at: null } });
  await database.debitAuthorization.create({ data: sampleRows.DebitAuthorization });
  await database.draw.create({ data: sampleRows.Draw });
  await database.teamMember.create({ data: sampleRows.TeamMember });
  await database.card.create({ data: sampleRows.Card });
  await database.ledgerTransfer.create({ data: sampleRows.LedgerTransfer });
  await database.auditLog.create({ data: sampleRows.AuditLog });
  await database.kybApplication.create({ data: { ...own, attempt: 9, status: 'draft' } });
  await database.masqueradeSession.create({ data: { ...masquerade, expires_at: minutes(60) } });
});
afterAll(() => product.stop());

const own = { receiver_id: merchantId };
const now = new Date('2026-06-01T12:00:00Z');
const minutes = (count: number) => new Date(now.getTime() + count * 60_000);
const masquerade = { ...own, staff_id: staffId, started_at: now };
const run = (sql: string) => product.database.$executeRaw(Prisma.raw(sql));
const changeReceiver = (assignment: string) => () => run(`UPDATE receiver SET ${assignment} WHERE id = '${merchantId}'`);

const { id: _drawId, ...drawWithoutId } = sampleRows.Draw;
const newDraw = {
  ...drawWithoutId,
  due_date: new Date('2026-02-01'),
  debit_date: new Date('2026-02-02'),
  business_key: 'draw:2',
  provider_key: staffId,
  transfer_id: 'transfer-2',
};
const { id: _transferId, ...transferWithoutId } = sampleRows.LedgerTransfer;
const newTransfer = { ...transferWithoutId, external_id: 'transaction-2#0', subject_id: 'transaction-2' };
const { id: _linkId, ...linkWithoutId } = sampleRows.BankLink;
const { id: _authorizationId, ...authorizationWithoutId } = sampleRows.DebitAuthorization;
const openAuthorization = { ...authorizationWithoutId, ended_at: null, ended_reason: null, ended_code: null };
const arrange = (different: object) =>
  product.database.drawArrangement.create({
    data: { ...own, due_date: new Date('2026-02-01'), first_on: new Date('2026-02-02'), made_by: 'us', ...different },
  });
const alert = { ...own, kind: 'card_reopened', about: 'a', fact: 'a', channel: 'mail', person: 'user-2', title: 'A', body: 'B', path: '/card' };
const { id: _manualId, ...manualWithoutId } = sampleRows.BankTransfer;

describe('what must never be is refused by the database itself', () => {
  test.each<[string, () => Promise<unknown>, string | RegExp]>([
    ['an email in capitals', changeReceiver(`email = 'Ada@Example.com'`), 'receiver_email_check'],
    [
      'two receivers of one person',
      () => product.database.receiver.create({ data: { token: staffRow.token, email: 'b@example.com', whitelabel: 'headway' } }),
      /Unique.*token/s,
    ],
    [
      'two receivers of one email in one program',
      () => product.database.receiver.create({ data: { token: 'user-3', email: 'staff@example.com', whitelabel: 'headway' } }),
      /Unique.*whitelabel.*email/s,
    ],
    ['net terms of another type', changeReceiver(`net_terms_type = 'lunar'`), 'receiver_net_terms_type_check'],
    ['net terms of less than no days', changeReceiver(`net_terms = -1`), 'receiver_net_terms_check'],
    ['another payment plan', changeReceiver(`payment_plan = 'whenever'`), 'receiver_payment_plan_check'],
    ['a spending power below zero', changeReceiver(`override_spend_limit = -1`), 'receiver_override_spend_limit_check'],
    ['an override that ends before it begins', changeReceiver(`spending_power_override_min = 300`), 'receiver_check'],
    ['a bank token in the clear on the receiver', changeReceiver(`plaid_access_token = 'access-production-1'`), 'receiver_plaid_access_token_check'],
    ['a store token in the clear on the receiver', changeReceiver(`rutter_access_token = 'token'`), 'receiver_rutter_access_token_check'],
    ['an EIN in the clear', changeReceiver(`ein_encrypted = '12-3456789'`), 'encrypted_check'],
    ['an EIN without the digits that are shown of it', changeReceiver(`ein_last_four = NULL`), 'receiver_check'],
    ['a bank token in the clear on the link', () => run(`UPDATE bank_link SET access_token = 'access-production-1'`), 'encrypted_check'],
    [
      'two current banks',
      () => product.database.bankLink.create({ data: { ...linkWithoutId, handle: 'h_fedcba9876543210fedcba98', item_id: 'item-2', unlinked_at: null } }),
      /Unique/,
    ],
    ['a current bank without its token', () => run(`UPDATE bank_link SET access_token = NULL`), 'bank_link_check'],
    ['a bank account of a category that does not exist', () => run(`UPDATE bank_link SET holder_category = 'charity'`), 'bank_link_holder_category_check'],
    [
      'an authorization of debits of no class',
      () => product.database.debitAuthorization.create({ data: { ...openAuthorization, ach_classes: [] } }),
      'debit_authorization_ach_classes_check',
    ],
    [
      'an authorization of debits of a class that only credits have',
      () => product.database.debitAuthorization.create({ data: { ...openAuthorization, ach_classes: ['ppd'] } }),
      'debit_authorization_ach_classes_check',
    ],
    [
      'an authorization that ended for no reason',
      () => product.database.debitAuthorization.create({ data: { ...authorizationWithoutId, ended_reason: null, ended_code: null } }),
      'debit_authorization_check',
    ],
    ['two open authorizations', () => product.database.debitAuthorization.createMany({ data: [openAuthorization, openAuthorization] }), /Unique/],
    ['another text under an authorization', () => run(`UPDATE debit_authorization SET text = 'x'`), 'debit_authorization is append-only'],
    [
      'an ended authorization that is open again',
      () => run(`UPDATE debit_authorization SET ended_at = NULL, ended_reason = NULL, ended_code = NULL`),
      'debit_authorization is append-only',
    ],
    ['an authorization removed', () => run(`DELETE FROM debit_authorization`), 'debit_authorization is append-only'],
    [
      'a price abroad without its rate',
      () => product.database.cardTransaction.create({ data: { ...sampleRows.CardTransaction, conversion_rate: null } }),
      'card_transaction_foreign_check',
    ],
    [
      'two decisions in one place of a transaction',
      () => product.database.authorizationDecision.createMany({ data: [sampleRows.AuthorizationDecision, sampleRows.AuthorizationDecision] }),
      /Unique/,
    ],
    ['two open KYB applications', () => product.database.kybApplication.create({ data: { ...own, attempt: 10, status: 'draft' } }), /Unique/],
    [
      'a submitted KYB application without an account holder',
      () => run(`UPDATE kyb_application SET status = 'submitted', submitted_at = now()`),
      'kyb_application_check',
    ],
    ['a draw in a third part', () => product.database.draw.create({ data: { ...newDraw, part: 3 } }), 'draw_part_check'],
    ['a rest of a draw before its first part', () => arrange({ first_cents: 1n, rest_on: new Date('2026-02-01') }), 'draw_arrangement_check"'],
    ['a first part of a draw without a rest', () => arrange({ first_cents: 1n }), 'draw_arrangement_check1"'],
    ['a draw from the bank of somebody else', () => arrange({ bank_link_id: staffId }), /Foreign key/],
    [
      'a day of draws on which banks are closed',
      () => product.database.drawPreference.create({ data: { ...own, weekday: 6 } }),
      'draw_preference_weekday_check',
    ],
    [
      'an early day of draws without its amount',
      () => product.database.drawPreference.create({ data: { ...own, early_on: new Date('2026-02-02') } }),
      'draw_preference_check',
    ],
    ['one fact told twice by one way', () => product.database.alertSent.createMany({ data: [alert, alert] }), /Unique.*channel/s],
    ['a push message to no device', () => product.database.alertSent.create({ data: { ...alert, channel: 'push' } }), 'alert_sent_check'],
    [
      'an alert that leads to another site',
      () => product.database.alertSent.create({ data: { ...alert, path: 'https://elsewhere' } }),
      'alert_sent_path_check',
    ],
    ['a limit that the issuer reads as none', () => run(`UPDATE card SET wanted_spend_limit = 0`), 'card_wanted_spend_limit_check'],
    ['a name that does not fit on a card', () => run(`UPDATE card SET name_on_card = repeat('x', 22)`), 'card_name_on_card_check'],
    [
      'a transfer of nothing',
      () => product.database.ledgerTransfer.create({ data: { ...newTransfer, amount_cents: 0n } }),
      'ledger_transfer_amount_cents_check',
    ],
    [
      'a transfer of less than nothing',
      () => product.database.ledgerTransfer.create({ data: { ...newTransfer, amount_cents: -1n } }),
      'ledger_transfer_amount_cents_check',
    ],
    [
      'a transfer from an account to itself',
      () => product.database.ledgerTransfer.create({ data: { ...newTransfer, credit_account: 'owed' } }),
      'ledger_transfer_check',
    ],
    [
      'a transfer to an account that does not exist',
      () => product.database.ledgerTransfer.create({ data: { ...newTransfer, credit_account: 'elsewhere' } }),
      'ledger_transfer_credit_account_check',
    ],
    [
      'an event booked twice',
      () => product.database.ledgerTransfer.create({ data: { ...newTransfer, subject_id: 'other', external_id: 'transaction-1#0' } }),
      /Unique.*kind/s,
    ],
    [
      'one booking of a subject made twice as two kinds',
      () => product.database.ledgerTransfer.create({ data: { ...newTransfer, kind: 'void', subject_id: 'transaction-1', external_id: 'transaction-1#0' } }),
      /Unique.*subject_id/s,
    ],
    [
      'a second draw for a due date and attempt',
      () => product.database.draw.create({ data: { ...newDraw, due_date: sampleRows.Draw.due_date, debit_date: sampleRows.Draw.debit_date } }),
      /Unique.*due_date/s,
    ],
    [
      'a draw under the key of another',
      () => product.database.draw.create({ data: { ...newDraw, business_key: sampleRows.Draw.business_key } }),
      /Unique.*business_key/s,
    ],
    ['two draws that are one transfer', () => product.database.draw.create({ data: { ...newDraw, transfer_id: 'transfer-1' } }), 'draw_transfer_once'],
    ['a draw of nothing', () => product.database.draw.create({ data: { ...newDraw, amount_cents: 0n } }), 'draw_amount_cents_check'],
    ['a draw above the limit', () => product.database.draw.create({ data: { ...newDraw, amount_cents: 15_000_001n } }), 'draw_amount_cents_check'],
    ['a third part of a draw', () => product.database.draw.create({ data: { ...newDraw, part: 3 } }), 'draw_part_check'],
    ['a draw in another state', () => product.database.draw.create({ data: { ...newDraw, status: 'perhaps' } }), 'draw_status_check'],
    [
      'a draw that the bank has and we cannot name',
      () => product.database.draw.create({ data: { ...newDraw, transfer_id: null, status: 'posted' } }),
      'draw_check',
    ],
    [
      'a repayment of nothing',
      () => product.database.bankTransfer.create({ data: { ...manualWithoutId, amount_cents: 0n } }),
      'bank_transfer_amount_cents_check',
    ],
    ['a repayment by hand by nobody', () => product.database.bankTransfer.create({ data: { ...manualWithoutId, made_by: null } }), 'bank_transfer_check'],
    [
      'a repayment by hand that is the bank’s',
      () => product.database.bankTransfer.create({ data: { ...manualWithoutId, provider_transfer_id: 'transfer-1' } }),
      'bank_transfer_check',
    ],
    [
      'a repayment by hand without its type',
      () => product.database.bankTransfer.create({ data: { ...manualWithoutId, transaction_type: null } }),
      'bank_transfer_check',
    ],
    [
      'cashback that somebody entered',
      () =>
        product.database.bankTransfer.create({
          data: {
            ...manualWithoutId,
            name: 'Cashback reversal',
            draw_id: null,
            cashback_due_date: new Date('2026-02-01'),
            created_at: manualWithoutId.settled_at,
          },
        }),
      'bank_transfer_check2',
    ],
    [
      'a row of staff that is named as cashback',
      () => product.database.bankTransfer.create({ data: { ...manualWithoutId, name: 'Cashback' } }),
      'bank_transfer_cashback_check',
    ],
    [
      'a purchase in instalments without the day of the first',
      () => product.database.cardTransaction.create({ data: { ...sampleRows.CardTransaction, token: 'transaction-4', first_instalment_date: null } }),
      'card_transaction_terms_check',
    ],
    [
      'a masquerade of more than 60 minutes',
      () => product.database.masqueradeSession.create({ data: { ...masquerade, ended_at: now, expires_at: minutes(61) } }),
      'masquerade_session_check',
    ],
    [
      'a masquerade as oneself',
      () => product.database.masqueradeSession.create({ data: { ...masquerade, receiver_id: staffId, expires_at: minutes(1) } }),
      'masquerade_session_check',
    ],
    ['two open masquerades of one pair', () => product.database.masqueradeSession.create({ data: { ...masquerade, expires_at: minutes(1) } }), /Unique/],
    [
      'a launch code that lasts',
      () => product.database.launchCode.create({ data: { ...sampleRows.LaunchCode, created_at: now, expires_at: minutes(11) } }),
      'launch_code_check',
    ],
    [
      'an audit row of nobody that is not the system’s',
      () => product.database.auditLog.create({ data: { ...sampleRows.AuditLog, actor_id: null } }),
      'audit_log_check',
    ],
    [
      'a row of a receiver that does not exist',
      () => product.database.staffNote.create({ data: { receiver_id: sampleRows.StaffNote.id, author_id: staffId, text: 'x' } }),
      /Foreign key/,
    ],
    ['a receiver removed from under its rows', () => run(`DELETE FROM receiver WHERE id = '${merchantId}'`), 'violates'],
  ])('%s', async (_what, attempt, complaint) => {
    await expect(attempt()).rejects.toThrow(complaint);
  });
});

describe.each(['ledger_transfer', 'audit_log', 'agreement_version', 'agreement_acceptance'])('%s may only be added to', (table) => {
  test.each([
    ['UPDATE', `UPDATE ${table} SET ${table === 'ledger_transfer' ? 'amount_cents = 1' : table === 'audit_log' ? `action = 'x'` : `version = 'x'`}`],
    ['DELETE', `DELETE FROM ${table}`],
    ['TRUNCATE', `TRUNCATE ${table} CASCADE`],
    ['DELETE of no row at all', `DELETE FROM ${table} WHERE false`],
  ])('%s is refused', async (_operation, statement) => {
    await expect(run(statement)).rejects.toThrow(`${table} is append-only`);
  });
});

test('a decision about a receiver waits for the one before it, also when there are no rows yet to lock', async () => {
  const order: string[] = [];
  const first = Promise.withResolvers<void>();
  const isLocked = Promise.withResolvers<void>();
  const deciding = inTransaction(product.database, async (transaction) => {
    expect((await lockReceiver(transaction, receiverScope(merchantId)))?.email).toBe('ada@example.com');
    isLocked.resolve();
    await first.promise;
    order.push('first');
  });
  await isLocked.promise;
  const waiting = inTransaction(product.database, async (transaction) => {
    await lockReceiver(transaction, receiverScope(merchantId));
    order.push('second');
  });
  // Another receiver's decision, and rows that merely name this receiver, do not wait.
  await inTransaction(product.database, (transaction) => lockReceiver(transaction, receiverScope(staffId)));
  await product.database.staffNote.create({ data: { ...own, author_id: staffId, text: 'meanwhile' } });
  first.resolve();
  await Promise.all([deciding, waiting]);
  expect(order).toEqual(['first', 'second']);
});

test('there is nothing to lock for a receiver that does not exist', async () => {
  const unknown = receiverScope('01930000-0000-7000-8000-0000000000ff');
  expect(await inTransaction(product.database, (transaction) => lockReceiver(transaction, unknown))).toBeNull();
});
