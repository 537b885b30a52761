// npm run backup
import { readConfig } from '../config.ts';
import { takeDump } from './backup/dump.ts';
import { BackupRefused } from './backup/refused.ts';
import { takeCopy } from './backup/takeCopy.ts';
import { shareEmbeddedPostgres } from './embedded.ts';
import { databaseFolder } from './postgres/folder.ts';
import { primaryOf } from './primary.ts';

const log = { debug: () => {}, error: console.error };

async function copyEmbedded({ dataDir, backupDir }) {
  const server = await shareEmbeddedPostgres({ dataDir, backupDir, log });
  try {
    return await takeCopy({ ...(await databaseFolder(dataDir)), url: server.url, backupDir });
  } finally {
    await server.stop();
  }
}

async function backUp(config) {
  if (config.backupDir === undefined) throw new BackupRefused('BACKUP_DIR: missing, the folder of backups');
  return config.databaseUrl ? takeDump({ url: await primaryOf(config.databaseUrl), path: process.env.PATH }, config.backupDir) : copyEmbedded(config);
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
