export interface SlackMessage {
  title: string;
  body: string;
  link: { label: string; url: string };
}

/** Writes to a channel of a merchant's Slack, by its incoming webhook. */
export interface Slack {
  /** Reports whether an address is an incoming webhook of Slack. No other address is ever called. */
  isKnown(webhookUrl: string): boolean;
  /**
   * Posts a message. Throws `Refused` with the code `gone` when the webhook was removed or may no longer be used, `Refused` for
   * anything else that will not be taken, `Unavailable` when nothing was posted, and `Unknown` when it may have been.
   */
  post(webhookUrl: string, message: SlackMessage): Promise<void>;
}
