export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The program's name; the address is the same for all programs. */
  fromName: string;
  /** Ours, the same for every attempt to send this mail. */
  key: string;
}

/** Sends mail. */
export interface Mailer {
  /**
   * Hands one mail to the mail server. `Refused`: the address is no good. `Unavailable`: nothing was sent. `Unknown`: it
   * may have been sent; sent again with the same key it carries the same Message-ID, by which most mailboxes show it once.
   */
  send(mail: Mail): Promise<void>;
}
