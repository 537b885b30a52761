import type { SendMailOptions } from 'nodemailer';
import { providerKey } from '../key.ts';
import type { Mail } from '../ports/mailer.ts';

/** Returns the message for the mail server. Forbids the library to read files or fetch addresses for it. */
export function mailMessage(mail: Mail, fromAddress: string): SendMailOptions {
  return {
    from: { name: mail.fromName, address: fromAddress },
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: `<${providerKey(mail.key)}@${fromAddress.split('@')[1]}>`,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
