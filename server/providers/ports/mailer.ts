export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The program's name, and the address from which it sends. */
  from: { name: string; address: string };
  /** The address at which a mailbox ends such mails with one click, by an HTTPS POST; left out for mails that cannot be switched off so. */
  unsubscribeUrl?: string;
  /** Our key, the same for every attempt to send this mail. */
  key: string;
}

/** Sends mail. */
export interface Mailer {
  /**
   * Sends one mail to the mail server. Throws `Refused` for a bad address, `Unavailable` when nothing was sent, `Unknown`
   * when the mail may have been sent. A repeat with the same key has the same Message-ID, so most mailboxes show it once.
   */
  send(mail: Mail): Promise<void>;
}
