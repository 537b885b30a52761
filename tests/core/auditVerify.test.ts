import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { receiverScope } from '../../server/db/scope.ts';
import { recordAudit } from '../../server/services/access/audit.ts';
import { compileCache } from '../support/compileCache.ts';
import { signUp } from '../support/people.ts';
import { type TestProduct, testProduct } from '../support/product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await testProduct();
});
afterAll(() => product.stop());

function verify() {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['server/db/auditVerify.mjs'], {
    env: { NODE_ENV: 'test', PATH: process.env.PATH ?? '', ...compileCache, DATABASE_URL: product.config.databaseUrl ?? '' },
    encoding: 'utf8',
  });
  return { stdout: stdout.trim(), stderr: stderr.trim(), status };
}

it('a row of the audit log that somebody changed in the database is named', async () => {
  const { receiver } = await signUp(product);
  for (const action of ['masquerade', 'write note', 'end masquerade'] as const)
    await recordAudit(product.deps, { scope: receiverScope(receiver.id), actor: null, action });
  expect(verify()).toEqual({ stdout: 'The audit log is intact.', stderr: '', status: 0 });

  // The database refuses such a change: its trigger is switched off first.
  await product.deps.database.$executeRaw`ALTER TABLE audit_log DISABLE TRIGGER audit_log_append_only`;
  await product.deps.database.$executeRaw`UPDATE audit_log SET action = 'nothing' WHERE receiver_id = ${receiver.id}::uuid AND sequence = 2`;
  await product.deps.database.$executeRaw`ALTER TABLE audit_log ENABLE TRIGGER audit_log_append_only`;

  const found = verify();
  expect(found.status).toBe(1);
  expect(found.stderr).toBe(`receiver ${receiver.id}, row 2: the row was changed after it was written`);
});

it('a row that somebody removed is told by the one that followed it', async () => {
  const { receiver } = await signUp(product);
  for (const action of ['masquerade', 'write note', 'end masquerade'] as const)
    await recordAudit(product.deps, { scope: receiverScope(receiver.id), actor: null, action });
  await product.deps.database.$executeRaw`ALTER TABLE audit_log DISABLE TRIGGER audit_log_append_only`;
  await product.deps.database.$executeRaw`DELETE FROM audit_log WHERE receiver_id = ${receiver.id}::uuid AND sequence = 2`;
  await product.deps.database.$executeRaw`ALTER TABLE audit_log ENABLE TRIGGER audit_log_append_only`;

  expect(verify().stderr.split('\n')).toContain(`receiver ${receiver.id}, row 3: the row before it was removed, added or replaced`);
});
