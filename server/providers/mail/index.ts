import type { Config } from '../../config.ts';
import type { CallLimits } from '../call.ts';
import type { ProviderMetrics } from '../metrics.ts';
import type { Mailer } from '../ports/mailer.ts';
import { smtpSender } from './client.ts';

/** Returns the mailer over SMTP. */
export function createMailer(config: Config['mail'], metrics: ProviderMetrics, limits?: CallLimits): Mailer {
  return { send: smtpSender(config, metrics, limits) };
}
