import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { receiverScope } from '../../server/db/scope.ts';
import { isoDate } from '../../server/domain/basics/dates.ts';
import { searchVersion, type TabKey } from '../../server/domain/table/table.ts';
import { fillSearchTexts } from '../../server/services/transactions/fillSearchTexts.ts';
import { listTransactions } from '../../server/services/transactions/listTransactions.ts';
import { purchase, receivable, repayment } from '../support/activity.ts';
import { addCardRows, addReceivableRows, addTransferRows } from '../support/activityRows.ts';
import { type TestProduct, testProduct } from '../support/product.ts';
import { merchantId, sampleRows, staffId, staffRow } from '../support/sampleRows.ts';

const scope = receiverScope(merchantId);
const never = new AbortController().signal;
/** More than the job fills in at once, so that it goes on where a page ended. */
const rowCount = 1_203;
const idOf = (place: number) => `01930000-0000-7000-8000-${String(place).padStart(12, '0')}`;
const each = <Row>(make: (id: string) => Row, count = rowCount) => Array.from({ length: count }, (_, place) => make(idOf(place)));

let product: TestProduct;
beforeAll(async () => {
  product = await testProduct();
  const { database, queue } = product.deps;
  // The job that every worker queues as it starts is to be over.
  await queue.runSchedules(never);
  await database.receiver.createMany({ data: [staffRow, sampleRows.Receiver] });
  for (const owner of [merchantId, staffId]) {
    const count = owner === merchantId ? rowCount : 1;
    await addCardRows(
      database,
      owner,
      each((id) => purchase({ id, repayment_date: isoDate('2026-02-04') }), count),
    );
    await addTransferRows(
      database,
      owner,
      each((id) => repayment({ id }), count),
    );
    await addReceivableRows(
      database,
      owner,
      each((id) => receivable({ id: `rutter:${id}` }), count),
    );
  }
});
afterAll(() => product.stop());

/** Stored rows as a version of the product would have left them whose search looked at something else. */
async function makeOld(receiverId: string): Promise<void> {
  const { database } = product.deps;
  const old = { where: { receiver_id: receiverId }, data: { search_text: 'of before', search_version: searchVersion - 1 } };
  await Promise.all([database.cardTransaction.updateMany(old), database.bankTransfer.updateMany(old), database.storeTransaction.updateMany(old)]);
}

const owner = { first_name: 'Ana', last_name: 'Lopez', email: 'ana@example.com' };

const found = async (q: string, of = scope) => {
  const tabs: TabKey[] = ['card', 'repayments', 'receivables'];
  const pages = await Promise.all(tabs.map((tab) => listTransactions(product.deps, { scope: of, receiver: owner }, { tab, q, dir: 'desc', page: 1 })));
  return pages.map(({ total }) => total);
};

/** How many rows of each tab are found by what a row of it shows. */
const foundByTerm = async () => {
  const pages = await Promise.all(['acme supplies', 'repayment', 'sale'].map((term) => found(term)));
  return pages.map((totals, tab) => totals[tab]);
};
const all = [rowCount, rowCount, rowCount];

describe('search texts of an older version', () => {
  it('are filled in from the columns, page by page, in every tab', async () => {
    await makeOld(merchantId);
    expect([await found('of before'), await foundByTerm()]).toEqual([all, [0, 0, 0]]);
    await fillSearchTexts(product.deps, scope, never);
    expect([await found('of before'), await foundByTerm()]).toEqual([[0, 0, 0], all]);
  });

  it('are filled in for rows that a process without versions wrote', async () => {
    const { database } = product.deps;
    await database.$executeRaw`
      INSERT INTO card_transaction (receiver_id, token, card_token, status, result, amount_cents, merchant_descriptor, merchant_key, merchant, raw_data, search_text, repayment_date, created_at, updated_at)
      VALUES (${merchantId}::uuid, 'of-before', 'card-1', 'SETTLED', 'APPROVED', 100, 'ΚΑΦΕΣ', '', '', '{}', ${'purchase\nκαφες\n$1.00'}, '2026-02-04', now(), now())`;
    await fillSearchTexts(product.deps, scope, never);
    expect((await found('καφεσ'))[0]).toBe(1);
    await database.cardTransaction.delete({ where: { receiver_id_token: { receiver_id: merchantId, token: 'of-before' } } });
  });

  it('are of one receiver at a time', async () => {
    await makeOld(staffId);
    await fillSearchTexts(product.deps, scope, never);
    expect(await found('of before', receiverScope(staffId))).toEqual([1, 1, 1]);
  });

  it('are gone on with after a run that was cut off', async () => {
    await makeOld(merchantId);
    const cutOff = new AbortController();
    const { database } = product.deps;
    let pages = 0;
    // The same database, until the second page is begun.
    const counted = new Proxy(database, {
      get(target, name) {
        if (name === '$transaction') pages += 1;
        if (pages === 2) cutOff.abort();
        return Reflect.get(target, name);
      },
    });
    await expect(fillSearchTexts({ database: counted }, scope, cutOff.signal)).rejects.toThrow();
    const left = await found('of before');
    expect(left).toEqual([rowCount - 1_000, rowCount, rowCount]);
    await fillSearchTexts(product.deps, scope, never);
    expect([await found('of before'), await foundByTerm()]).toEqual([[0, 0, 0], all]);
  });

  it('are left to a writer who is at one of them, and never written over with what was before', async () => {
    await makeOld(merchantId);
    const { database } = product.deps;
    await database.$transaction(async (writer) => {
      const where = { receiver_id_token: { receiver_id: merchantId, token: idOf(7) } };
      await writer.cardTransaction.update({ where, data: { search_text: 'just now', search_version: searchVersion } });
      await fillSearchTexts(product.deps, scope, never);
    });
    expect([(await found('just now'))[0], await found('of before')]).toEqual([1, [0, 0, 0]]);
  });

  it('leave alone those of a newer version', async () => {
    const { database } = product.deps;
    const where = { receiver_id_token: { receiver_id: merchantId, token: idOf(7) } };
    await database.cardTransaction.update({ where, data: { search_text: 'of the version to come', search_version: searchVersion + 1 } });
    await fillSearchTexts(product.deps, scope, never);
    expect((await found('of the version to come'))[0]).toBe(1);
  });

  it('are filled in of everybody at the job’s time', async () => {
    await makeOld(merchantId);
    await makeOld(staffId);
    await product.deps.queue.runSchedules(never);
    expect(await found('of before')).toEqual([0, 0, 0]);
    expect(await found('of before', receiverScope(staffId))).toEqual([0, 0, 0]);
  });
});
