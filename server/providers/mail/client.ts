import { createTransport } from 'nodemailer';
import type { Config } from '../../config.ts';
import { type CallLimits, createCall, defaultLimits, usualTimeoutMs } from '../call.ts';
import type { ProviderMetrics } from '../metrics.ts';
import type { Mail } from '../ports/mailer.ts';
import { mailMessage, mailSignature } from './map.ts';

/** Returns the call that sends one mail. It is tried once, because a repeat might send the mail twice. */
export function smtpSender(config: Config['mail'], metrics: ProviderMetrics, limits: CallLimits = defaultLimits): (mail: Mail) => Promise<void> {
  const timeoutMs = limits.timeoutMs ?? usualTimeoutMs;
  const transport = createTransport({
    url: config.smtpUrl,
    requireTLS: config.requiresTls,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
  });
  const call = createCall('mail', metrics, { limits });
  return (mail) =>
    call('send', 'once', async (signal) => {
      const dkim = mailSignature(config.dkim, mail.from);
      await transport.sendMail({ ...mailMessage(mail), ...(dkim && { dkim }), signal });
    });
}
