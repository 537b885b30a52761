import { once } from 'node:events';
import express, { type Response, type Router } from 'express';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { CreateStandIn } from '../core/core.ts';
import { handle, Refusal } from '../core/handle.ts';
import { html, sendPage } from '../core/page.ts';
import { isPassword } from '../core/password.ts';
import { wholeNumber } from '../core/wholeNumber.ts';
import { type Inbox, type Mail, type NewMail, openInbox } from './inbox.ts';

/** How the next mails are refused; `code` 451 asks the sender to retry later, 550 refuses for good. */
interface Refusals {
  times: number;
  code: number;
}

/** Stands in for the mail server: accepts every mail, forwards none, and shows them at `/mail`. */
export const createMail: CreateStandIn = (core) => {
  const inbox = openInbox(core);
  const refusals: Refusals = { times: 0, code: 451 };
  const smtp = smtpSink(inbox, refusals, core.config.sandbox.password);
  smtp.on('error', (error) => core.log.warn({ err: error }, 'the sandbox mail server failed'));

  return {
    name: 'mail',
    title: 'Mail',
    summary: `Mail server on port ${core.config.sandbox.smtpPort}; everything arrives in one inbox`,
    path: '/mail',
    router: inboxPages(inbox),
    async start() {
      smtp.listen(core.config.sandbox.smtpPort, core.config.sandbox.host);
      await once(smtp.server, 'listening');
    },
    stop: () => new Promise((resolve) => smtp.close(resolve)),
    controls: [
      {
        name: 'refuse',
        label: 'Refuse mail',
        help: 'The next mails are refused: 451 asks to come again later, 550 is for good.',
        fields: [
          { name: 'times', label: 'Times', type: 'number', default: '1' },
          { name: 'code', label: 'SMTP code', type: 'number', default: '451' },
        ],
        async run(input) {
          Object.assign(refusals, { times: wholeNumber(input.times, 'times'), code: wholeNumber(input.code, 'code', { least: 400, most: 599 }) });
          return {
            message:
              refusals.times === 1 ? `The next mail is refused with ${refusals.code}` : `The next ${refusals.times} mails are refused with ${refusals.code}`,
          };
        },
      },
    ],
    pages: [{ label: 'Inbox', href: '/mail' }],
  };
};

function smtpSink(inbox: Inbox, refusals: Refusals, password: string | undefined): SMTPServer {
  return new SMTPServer({
    authOptional: password === undefined,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onAuth: (given, _session, done) => done(isPassword(given.password ?? undefined, password) ? null : new Error('Wrong password'), { user: 'anybody' }),
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        if (refusals.times > 0) {
          refusals.times -= 1;
          return done(Object.assign(new Error('refused by the sandbox'), { responseCode: refusals.code }));
        }
        const recipients = session.envelope.rcptTo.map((recipient) => recipient.address);
        PostalMime.parse(Buffer.concat(parts))
          .then((email) => inbox.add(mailOf(email, recipients)))
          .then(
            () => done(),
            (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
          );
      });
    },
  });
}

function mailOf(email: Email, recipients: string[]): NewMail {
  return {
    from: email.from?.address ?? '',
    to: recipients,
    subject: email.subject ?? '',
    text: email.text ?? '',
    html: email.html ?? null,
    headers: Object.fromEntries(email.headers.map(({ key, value }) => [key, value])),
    attachments: email.attachments.map((attachment) => ({
      filename: attachment.filename ?? '',
      mime_type: attachment.mimeType,
      size_bytes: typeof attachment.content === 'string' ? Buffer.byteLength(attachment.content) : attachment.content.byteLength,
    })),
  };
}

/** Serves `/mail` for people and `/mail/messages[?to=]` as JSON, newest first. */
function inboxPages(inbox: Inbox): Router {
  const router = express.Router();
  const recipient = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

  router.get(
    '/messages',
    handle(async ({ query }) => ({ messages: await inbox.list({ to: recipient(query.to) }) })),
  );
  router.delete(
    '/messages',
    handle(async () => {
      await inbox.clear();
      return {};
    }),
  );
  router.get(
    '/messages/:id',
    handle(({ params }) => found(inbox, params.id)),
  );
  router.get(
    '/',
    handle(async ({ query }, response) => {
      const to = recipient(query.to);
      listPage(response, await inbox.list({ to }), to);
    }),
  );
  router.get(
    '/:id',
    handle(async ({ params }, response) => messagePage(response, await found(inbox, params.id))),
  );
  return router;
}

async function found(inbox: Inbox, id: string | undefined): Promise<Mail> {
  const mail = await inbox.get(id ?? '');
  if (!mail) throw new Refusal(404, { error: 'no such mail' });
  return mail;
}

const instant = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' });

/** `Nov 26, 2026, 4:18:01 AM UTC` */
const moment = ({ received_at }: Mail): string => `${instant.format(new Date(received_at))} UTC`;

/** Returns the name of the sender as mailboxes show it, which tells the programs apart: all of them write from one address. */
const sender = ({ from, headers }: Mail): string => headers.from?.replace(/\s*<[^>]*>$/, '').replaceAll('"', '') || from;

function listPage(response: Response, mails: readonly Mail[], to: string | undefined): void {
  sendPage(response, {
    title: 'Inbox',
    body: html`<h1>Inbox</h1>
<form method="get" action="/mail" class="row"><label>To <input name="to" type="search" value="${to}"></label><button>Show</button></form>
${
  mails.length === 0
    ? html`<p class="dim">No mail yet. Whatever the product sends arrives here.</p>`
    : html`<table>
<thead><tr><th scope="col">Received</th><th scope="col">From</th><th scope="col">To</th><th scope="col">Subject</th></tr></thead>
<tbody>${mails.map((mail) => html`<tr><td>${moment(mail)}</td><td>${sender(mail)}</td><td>${mail.to.join(', ')}</td><td><a href="/mail/${mail.id}">${mail.subject || '(no subject)'}</a></td></tr>`)}</tbody>
</table>`
}`,
  });
}

function messagePage(response: Response, mail: Mail): void {
  sendPage(response, {
    title: mail.subject,
    body: html`<p><a href="/mail">Inbox</a></p>
<h1>${mail.subject || '(no subject)'}</h1>
<p class="dim">From ${mail.headers.from ?? mail.from} to ${mail.to.join(', ')}, ${moment(mail)}</p>
${mail.attachments.map((attachment) => html`<p class="dim">Attached: ${attachment.filename} (${attachment.mime_type}, ${attachment.size_bytes} bytes)</p>`)}
${mail.html !== null && html`<iframe title="The mail as it looks" sandbox="allow-popups" srcdoc="${mail.html}" width="100%" height="600"></iframe><h2>As text</h2>`}
<pre class="panel">${mail.text}</pre>`,
  });
}
