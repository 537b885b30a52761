// npm run restore -- --at 2026-11-25T10:00:00Z
import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import { restoreDump } from './backup/dump.ts';
import { BackupRefused, requireBackupDir } from './backup/refused.ts';
import { restoreCopy } from './backup/restoreCopy.ts';
import { primaryOf } from './primary.ts';

/** Returns the moment to restore; undefined without the option, for all that was archived. */
function readMoment() {
  const { at } = parseArgs({ options: { at: { type: 'string' } } }).values;
  if (at === undefined) return undefined;
  // A moment without a zone would be another one on each machine.
  const moment = /(Z|[+-]\d\d:\d\d)$/.test(at) ? new Date(at) : undefined;
  if (moment === undefined || Number.isNaN(moment.getTime())) throw new BackupRefused(`--at: ${at} is no moment such as 2026-11-25T10:00:00Z`);
  return moment;
}

async function restore({ databaseUrl, backupDir, dataDir, encryptionKeys: keyRing }) {
  const at = readMoment();
  requireBackupDir(backupDir);
  if (databaseUrl === undefined) return restoreCopy({ backupDir, dataDir, at, keyRing });
  if (at) throw new BackupRefused('--at: a dump is of one moment. For another one, restore by the means of the server that DATABASE_URL names');
  return restoreDump({ url: await primaryOf(databaseUrl), path: process.env.PATH }, { backupDir, keyRing });
}

try {
  const { folder, lastChange, keys } = await restore(readConfig(process.env));
  console.log(`Restored from ${folder}${lastChange ? `, with the changes until ${lastChange}` : ''}.`);
  console.log(`Its secrets need these keys of ENCRYPTION_KEYS: ${keys.join(', ') || 'none yet'}.`);
  console.log('Back it up now, and compare it with the issuer and the bank: npm run audit:verify, npm run reconcile -- --receiver TOKEN.');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
