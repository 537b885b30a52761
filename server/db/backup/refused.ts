/** A backup or a restore that cannot go on. The message is one readable line that says what to do. */
export class BackupRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BackupRefused';
  }
}

/** Throws a BackupRefused where no setting names the folder of backups. */
export function requireBackupDir(backupDir: string | undefined): void {
  if (backupDir === undefined) throw new BackupRefused('BACKUP_DIR: missing, the folder of backups');
}
