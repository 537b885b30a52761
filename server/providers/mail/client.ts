import { createTransport } from 'nodemailer';
import type { Config } from '../../config.ts';
import { type CallLimits, createCall, defaultLimits } from '../call.ts';
import type { ProviderMetrics } from '../metrics.ts';
import type { Mail } from '../ports/mailer.ts';
import { mailMessage, mailSignature } from './map.ts';

/** Returns the call that sends one mail. It is tried once, because a repeat might send the mail twice. */
export function smtpSender(config: Config['mail'], metrics: ProviderMetrics, limits: CallLimits = defaultLimits): (mail: Mail) => Promise<void> {
  const transport = createTransport({
    url: config.smtpUrl,
    requireTLS: config.requiresTls,
    connectionTimeout: limits.timeoutMs,
    greetingTimeout: limits.timeoutMs,
    socketTimeout: limits.timeoutMs,
    dnsTimeout: limits.timeoutMs,
  });
  const call = createCall('mail', metrics, { limits });
  return (mail) =>
    call('send', 'once', async (signal) => {
      const dkim = mailSignature(config.dkim, mail.from);
      await transport.sendMail({ ...mailMessage(mail), ...(dkim && { dkim }), signal });
    });
}
