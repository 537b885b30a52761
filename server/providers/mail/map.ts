import type { DKIMOptions, SendMailOptions } from 'nodemailer';
import type { Config } from '../../config.ts';
import { providerKey } from '../key.ts';
import type { Mail } from '../ports/mailer.ts';

const domainOf = (address: string) => address.split('@')[1] ?? '';

/** Returns the message for the mail server. Forbids the library to read files or fetch addresses for it. */
export function mailMessage(mail: Mail): SendMailOptions {
  return {
    from: mail.from,
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    ...(mail.unsubscribeUrl !== undefined && {
      headers: { 'List-Unsubscribe': `<${mail.unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    }),
    messageId: `<${providerKey(mail.key)}@${domainOf(mail.from.address)}>`,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** The headers that a signature covers when they are there. The library's own list lacks List-Unsubscribe-Post, without which mailboxes offer no one-click unsubscribing. */
const signedHeaders = [
  'From',
  'Sender',
  'Reply-To',
  'Subject',
  'Date',
  'Message-ID',
  'To',
  'Cc',
  'MIME-Version',
  'Content-Type',
  'Content-Transfer-Encoding',
  'List-Unsubscribe',
  'List-Unsubscribe-Post',
];

/**
 * Returns how the library signs a mail of a sender (DKIM); undefined when the mail server does. Mailboxes take a signature of another
 * domain than the sender's for nobody's.
 */
export function mailSignature(dkim: Config['mail']['dkim'], { address }: Mail['from']): DKIMOptions | undefined {
  if (!dkim || !`.${domainOf(address)}`.toLowerCase().endsWith(`.${dkim.domain.toLowerCase()}`)) return undefined;
  return { domainName: dkim.domain, keySelector: dkim.selector, privateKey: dkim.privateKey, headerFieldNames: signedHeaders.join(':') };
}
