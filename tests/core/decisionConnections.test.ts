import { afterAll, beforeAll, expect, test } from 'vitest';
import { holdDecision, openDecisionConnections } from '../../server/db/queries/purchaseDecision.ts';
import { startsByProgram } from '../../server/services/card/purchases/cardPeriods.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { indexOwners } from '../support/ownerIndex.ts';
import { sampleRows } from '../support/sampleRows.ts';

let stored: TestDatabase;
beforeAll(async () => {
  stored = await testDatabase();
});
afterAll(() => stored.stop());

/** Holds again where a busy machine oversteps the time limits of a customer at the checkout. */
const hold = (...asked: Parameters<typeof holdDecision>) =>
  eventually('a decision to hold', () =>
    holdDecision(...asked).catch((failure: Error) => {
      if (!/timeout/.test(failure.message)) throw failure;
      return undefined;
    }),
  );

test('a connection that breaks while a purchase is being decided costs that decision alone', async () => {
  const { database, url } = stored;
  await database.receiver.create({ data: sampleRows.Receiver });
  await database.card.create({ data: { ...sampleRows.Card, holder_id: null } });
  await indexOwners(database);
  const connections = openDecisionConnections(url, database, 1);
  const now = new Date();
  const question = { cardToken: sampleRows.Card.token, transactionToken: 'purchase', now, ...startsByProgram(now) };
  const held = await hold(connections, question);
  const deciding = () => database.$queryRaw<{ pid: number }[]>`
    SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'headway-decisions'`;
  const [backend] = await deciding();
  await database.$queryRaw`SELECT pg_terminate_backend(${backend?.pid}::int)`;
  await eventually('the end of the connection', async () => (await deciding()).length === 0);
  const { receiver_id: _, ...decision } = sampleRows.AuthorizationDecision;
  await expect(held.store({ ...decision, answer: '{}', control_detail: null })).rejects.toThrow();
  expect(await database.authorizationDecision.count()).toBe(0);
  const next = await hold(connections, question);
  expect(next.facts.receiver_id).toBe(sampleRows.Receiver.id);
  await next.release();
  await connections.close();
});

interface PlanNode {
  'Relation Name'?: string;
  Plans?: PlanNode[];
  [detail: string]: unknown;
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

test('each part of what a decision reads names the receiver by the value that was looked up, so that one server of several is asked', async () => {
  const connections = openDecisionConnections(stored.url, stored.database, 1);
  const facts = `'${sampleRows.Receiver.id}', '${sampleRows.Card.token}', 'purchase', '{}', 'headway', now()`;
  const { rows, end } = await connections.begin<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
    `BEGIN; SET LOCAL plan_cache_mode = force_generic_plan; EXPLAIN (FORMAT JSON) EXECUTE decision_facts(${facts})`,
  );
  await end('ROLLBACK');
  const read = rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => nodesOf(Plan))).filter((node) => node['Relation Name'] !== undefined);
  const byReceiver = (node: PlanNode) => {
    const conditions = `${node['Index Cond']} ${node['Recheck Cond']} ${node.Filter}`;
    return new RegExp(String.raw`\b${node['Relation Name'] === 'receiver' ? 'id' : 'receiver_id'} = \$1\b`).test(conditions);
  };
  expect(read.filter((node) => !byReceiver(node)).map((node) => node['Relation Name'])).toEqual([]);
  expect(new Set(read.map((node) => node['Relation Name'])).size).toBeGreaterThan(10);
  await connections.close();
});
