import pg from 'pg';
import { expect, it } from 'vitest';
import { isUnreachable } from '../../server/db/unreachable.ts';
import { startCuttingProxy } from '../support/cuttingProxy.ts';
import { testDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/freePort.ts';
import { productOn } from '../support/productOn.ts';
import { signIn } from '../support/signIn.ts';

it('says that it is not there, and to try again, while the database cannot be reached; afterward everything is as before', async () => {
  const stored = await testDatabase();
  const direct = new URL(stored.url);
  const proxy = await startCuttingProxy(await freePort(), Number(direct.port));
  const url = Object.assign(new URL(stored.url), { hostname: '127.0.0.1', port: String(proxy.port) });
  const product = await productOn({ ...stored, url: url.href });
  try {
    const { accessToken } = await signIn(product.sandboxUrl, 'away@example.com');
    const read = () => product.call('/api/receiver', { token: accessToken });
    expect((await read()).status).toBe(200);
    proxy.disturb('cut');
    const { status, headers, body } = await read();
    expect([status, headers.get('retry-after'), body.code]).toEqual([503, '10', 'provider_unavailable']);
    expect(body.detail).toBe('A service we depend on does not answer at the moment. Nothing is lost: try again in a minute.');
    proxy.mend();
    await eventually('the account', async () => (await read()).status === 200);
  } finally {
    proxy.mend();
    await product.stop();
    proxy.stop();
  }
});

it('takes a server whose socket is gone, or whose disk is full, for one that cannot be reached, and a missing file for what it is', async () => {
  const gone = await new pg.Client({ host: '/nowhere', port: 5 }).connect().catch((failure: unknown) => failure);
  const full = Object.assign(new Error('could not extend file "base/5/1": No space left on device'), { code: '53100' });
  const missing = Object.assign(new Error("ENOENT: no such file or directory, open '/nowhere'"), { code: 'ENOENT' });
  expect([gone, full, missing].map(isUnreachable)).toEqual([true, true, false]);
});
