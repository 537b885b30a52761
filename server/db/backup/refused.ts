/** A backup or a restore that cannot go on. The message is one readable line that says what to do. */
export class BackupRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BackupRefused';
  }
}
