import type { Config } from '../../config.ts';
import type { CallLimits } from '../call.ts';
import type { ProviderMetrics } from '../metrics.ts';
import { smtpSender } from './client.ts';
import type { Mail } from './map.ts';

export type { Mail } from './map.ts';

/** Sends mail. */
export interface Mailer {
  /**
   * Hands one mail to the mail server. `Refused`: the address is no good. `Unavailable`: nothing was sent. `Unknown`: it
   * may have been sent; sent again with the same key it carries the same Message-ID, by which most mailboxes show it once.
   */
  send(mail: Mail): Promise<void>;
}

/** Mail over SMTP. */
export function createMailer(config: Config['mail'], metrics: ProviderMetrics, limits?: CallLimits): Mailer {
  return { send: smtpSender(config, metrics, limits) };
}
