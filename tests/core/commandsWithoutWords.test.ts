import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { compileCache } from '../support/compileCache.ts';
import { disposableFolder } from '../support/disposableFolder.ts';

let DATA_DIR: string;
beforeEach(() => {
  DATA_DIR = mkdtempSync(join(disposableFolder(), 'headway-words-'));
});
afterEach(() => rmSync(DATA_DIR, { recursive: true }));

it.each([
  ['reset', '--help', /^Unknown option '--help'/],
  ['reset', 'later', /^Unexpected argument 'later'/],
  ['rotate', '--dry-run', /^Unknown option '--dry-run'/],
  ['auditVerify', '--receiver', /^Unknown option '--receiver'/],
  ['distributionSql', '--help', /^Unknown option '--help'/],
])('npm run %s refuses %s before it does anything', (command, word, words) => {
  const database = join(DATA_DIR, 'postgres');
  mkdirSync(database);
  const env: NodeJS.ProcessEnv = { NODE_ENV: 'test', PATH: process.env.PATH, ...compileCache, DATA_DIR };
  const { status, stdout, stderr } = spawnSync(process.execPath, [`server/db/${command}.mjs`, word], { env, encoding: 'utf8' });
  expect([status, stdout, existsSync(database)]).toEqual([1, '', true]);
  expect(stderr).toMatch(words);
});
