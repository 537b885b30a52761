import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clearKilledRuns, ownRunFolder } from '../support/clearKilledRuns.ts';

let temporary: string;

beforeEach(() => {
  temporary = mkdtempSync(join(tmpdir(), 'killed-runs-'));
  chmodSync(temporary, 0o777);
});
afterEach(() => rmSync(temporary, { recursive: true, force: true }));

/** Makes a run's folder with data in it; with `mode` 0o555 only root may remove it. */
function leave(name: string, mode: number): string {
  const folder = join(temporary, name);
  mkdirSync(join(folder, 'postgres/cluster'), { recursive: true });
  writeFileSync(join(folder, 'postgres/cluster/PG_VERSION'), '18');
  for (const path of ['postgres/cluster', 'postgres', '']) chmodSync(join(folder, path), mode);
  return folder;
}

/** Runs work as another user when root runs the tests, since root may remove everything. */
async function withoutPrivilege(work: () => Promise<void>): Promise<void> {
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.('nobody');
  try {
    await work();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}

describe('folders of test runs that were killed', () => {
  it('are removed, and that of a running one is kept', async () => {
    const killed = [leave('test-headway-1-1', 0o755), leave('test-headway-1-1-Ab3xYz', 0o755)];
    const running = [leave(ownRunFolder(), 0o755), leave(`${ownRunFolder()}-Ab3xYz`, 0o755)];
    await clearKilledRuns(temporary);
    expect([...killed, ...running].map((folder) => existsSync(folder))).toEqual([false, false, true, true]);
  });

  it('that belong to another user are left alone', async () => {
    const foreign = leave('test-headway-1-1', 0o555);
    await withoutPrivilege(() => clearKilledRuns(temporary));
    expect(existsSync(join(foreign, 'postgres/cluster/PG_VERSION'))).toBe(true);
    for (const path of ['', 'postgres', 'postgres/cluster']) chmodSync(join(foreign, path), 0o755);
  });
});
