/** A merchant's action, for product analytics. Holds no email, no amount of money and no typed text. */
export interface AnalyticsEvent {
  /** Our own id of the receiver. */
  receiverId: string;
  name: string;
  properties: Readonly<Record<string, string | number | boolean>>;
  at: Date;
}

/** Product analytics. Callers neither wait for it nor fail with it: an event that cannot be delivered is dropped and counted. */
export interface Analytics {
  capture(event: AnalyticsEvent): void;

  /** Delivers the remaining events, for at most twice the time limit of a call. */
  close(): Promise<void>;
}
