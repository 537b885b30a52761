// npm run backup -- --keep 7
import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import { keepNewestDumps, takeDump } from './backup/dump.ts';
import { BackupRefused, requireBackupDir } from './backup/refused.ts';
import { keepNewestCopies, takeCopy } from './backup/takeCopy.ts';
import { shareEmbeddedPostgres } from './embedded.ts';
import { databaseFolder } from './postgres/folder.ts';
import { primaryOf } from './primary.ts';

const log = { debug: () => {}, error: console.error };

/** Returns how many backups are kept; all without the option. */
function readKept() {
  const { keep } = parseArgs({ options: { keep: { type: 'string' } } }).values;
  if (keep === undefined || /^[1-9]\d*$/.test(keep)) return Number(keep ?? Number.POSITIVE_INFINITY);
  throw new BackupRefused(`--keep: ${keep} is no number of backups from 1 on`);
}

async function copyEmbedded({ dataDir, backupDir }, keep) {
  const server = await shareEmbeddedPostgres({ dataDir, backupDir, log });
  try {
    const place = await databaseFolder(dataDir);
    const backup = await takeCopy({ ...place, url: server.url, backupDir });
    keepNewestCopies(backupDir, place.cluster, keep);
    return backup;
  } finally {
    await server.stop();
  }
}

async function dumpElsewhere({ databaseUrl, backupDir }, keep) {
  const backup = await takeDump({ url: await primaryOf(databaseUrl), path: process.env.PATH }, backupDir);
  keepNewestDumps(backupDir, keep);
  return backup;
}

function backUp(config) {
  const keep = readKept();
  requireBackupDir(config.backupDir);
  return config.databaseUrl ? dumpElsewhere(config, keep) : copyEmbedded(config, keep);
}

try {
  const { folder, manifest } = await backUp(readConfig(process.env));
  const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0);
  console.log(`Backed up to ${folder}: ${Math.ceil(bytes / 2 ** 20)} MiB, whole as of ${manifest.finished_at}.`);
  console.log(`A restore needs these keys of ENCRYPTION_KEYS, which are not in it: ${manifest.keys.join(', ') || 'none yet'}.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
