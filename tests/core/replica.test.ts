import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabase } from '../../server/db/client.ts';
import { Replica, readPosition } from '../../server/db/replica.ts';
import { type Replicated, startReplicated } from '../support/replicated.ts';
let both: Replicated;
beforeAll(async () => { both = await startReplicated(); });
afterAll(() => both?.stop());
it('works', async () => {
  const primary = createDatabase(both.primaryUrl);
  const replica = new Replica({ url: both.replicaUrl, connections_max: 2, primary, report: (r) => console.log(r) });
  console.log(await readPosition(primary), await replica.readPosition(await readPosition(primary)));
  const reading = await replica.begin();
  console.log(reading === primary, await (reading as any).receiver.findMany(), both.served());
  await primary.$executeRawUnsafe(`create role r login password 'r'`);
  const url = new URL(both.primaryUrl); url.username='r'; url.password='r';
  const p2 = createDatabase(url.href);
  console.log(await readPosition(p2));
  await p2.$disconnect(); await replica.close(); await primary.$disconnect();
});
