import { createServer, type Server, type Socket } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import { ProviderFailure, Refused, Unavailable, Unknown } from '../../../server/providers/failure.ts';
import { providerKey } from '../../../server/providers/key.ts';
import { createMailer } from '../../../server/providers/mail/index.ts';
import { answeredLimits, config, metrics, silentLimits } from './ports.ts';

const mail = {
  to: 'owner@example.com',
  subject: 'Repayment of $1,234.50 on November 30 – Boost',
  text: 'We will draw $1,234.50.',
  html: '<p>We will draw <b>$1,234.50</b>.</p>',
  from: { name: 'Boost, Inc.', address: 'hello@boost.example' },
  key: 'withdrawal:receiver-1:2026-11-30',
};

const open: { close: (done: () => void) => unknown }[] = [];
const sockets = new Set<Socket>();
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await Promise.all(open.splice(0).map((server) => new Promise<void>((resolve) => server.close(resolve))));
});

const listening = (server: Server): Promise<number> =>
  new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    }),
  );

/** A mail server that takes mail, or refuses it with a status for an address that asks for one. */
async function mailServer(received: Buffer[]): Promise<number> {
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, callback) => {
      const status = /^status(\d{3})@/.exec(address)?.[1];
      callback(status ? Object.assign(new Error('no such mailbox'), { responseCode: Number(status) }) : null);
    },
    onData: (stream, _session, callback) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        received.push(Buffer.concat(chunks));
        callback();
      });
    },
  });
  open.push(smtp);
  return listening(smtp.server);
}

/** A mail server that talks up to a point and then does something else. */
async function rawServer(talk: (line: string, socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    talk('', socket);
    socket.on('data', (chunk) => {
      for (const line of chunk.toString('utf8').split('\r\n').filter(Boolean)) talk(line, socket);
    });
  });
  open.push(server);
  return listening(server);
}

const mailer = (port: number, limits = answeredLimits) => createMailer({ ...config.mail, smtpUrl: `smtp://127.0.0.1:${port}` }, metrics, limits);

describe('a mail', () => {
  it('arrives in both forms, from the program, under an id of its own key', async () => {
    const received: Buffer[] = [];
    await mailer(await mailServer(received)).send(mail);
    const [raw] = received;
    if (!raw) throw new Error('nothing arrived');
    const read = await PostalMime.parse(raw);
    expect(read).toMatchObject({
      subject: mail.subject,
      from: mail.from,
      to: [{ address: 'owner@example.com' }],
      messageId: `<${providerKey(mail.key)}@boost.example>`,
    });
    expect(read.text?.trim()).toBe(mail.text);
    expect(read.html?.trim()).toBe(mail.html);
  });

  it('has the same id when it is sent again', async () => {
    const received: Buffer[] = [];
    const port = await mailServer(received);
    await mailer(port).send(mail);
    await mailer(port).send(mail);
    const ids = await Promise.all(received.map(async (raw) => (await PostalMime.parse(raw)).messageId));
    expect(new Set(ids).size).toBe(1);
  });

  it('cannot be given more headers or readers by what stands in its fields', async () => {
    const received: Buffer[] = [];
    await mailer(await mailServer(received)).send({
      ...mail,
      subject: 'Hello\r\nBcc: thief@example.com',
      from: { ...mail.from, name: 'Boost\r\nBcc: thief@example.com' },
    });
    const [raw] = received;
    if (!raw) throw new Error('nothing arrived');
    const read = await PostalMime.parse(raw);
    expect(read.bcc ?? []).toEqual([]);
    expect(read.headers.map(({ key }) => key)).not.toContain('bcc');
  });

  it('is not handed to a server that offers no TLS where that is required', async () => {
    const received: Buffer[] = [];
    const port = await mailServer(received);
    const sender = createMailer({ ...config.mail, smtpUrl: `smtp://127.0.0.1:${port}`, requiresTls: true }, metrics, answeredLimits);
    await expect(sender.send(mail)).rejects.toBeInstanceOf(ProviderFailure);
    expect(received).toEqual([]);
  });

  it('is refused for good when the mailbox does not exist', async () => {
    await expect(mailer(await mailServer([])).send({ ...mail, to: 'status550@example.com' })).rejects.toBeInstanceOf(Refused);
  });

  it('may be sent later when the server says so', async () => {
    await expect(mailer(await mailServer([])).send({ ...mail, to: 'status451@example.com' })).rejects.toBeInstanceOf(Unavailable);
  });

  it('may be sent later when nobody listens', async () => {
    const server = createServer();
    const port = await listening(server);
    await new Promise((resolve) => server.close(resolve));
    await expect(mailer(port).send(mail)).rejects.toMatchObject({ name: 'Unavailable', code: 'connection_failed' });
  });

  it('may have been sent when the server takes it and says nothing more', async () => {
    let takesContent = false;
    const port = await rawServer((line, socket) => {
      if (takesContent) return;
      if (line === 'DATA') takesContent = true;
      socket.write(line === '' ? '220 hello\r\n' : takesContent ? '354 go on\r\n' : '250 ok\r\n');
    });
    await expect(mailer(port, silentLimits).send(mail)).rejects.toMatchObject({ name: 'Unknown', code: 'timeout' });
  });

  it('may have been sent when the server takes it and hangs up', async () => {
    let takesContent = false;
    const port = await rawServer((line, socket) => {
      if (takesContent) {
        if (line === '.') socket.destroy();
        return;
      }
      if (line === 'DATA') takesContent = true;
      socket.write(line === '' ? '220 hello\r\n' : takesContent ? '354 go on\r\n' : '250 ok\r\n');
    });
    await expect(mailer(port).send(mail)).rejects.toBeInstanceOf(Unknown);
  });

  it('does not wait longer than its limit for a server that never greets', async () => {
    const port = await rawServer(() => undefined);
    await expect(mailer(port, silentLimits).send(mail)).rejects.toMatchObject({ code: 'timeout' });
  });
});
