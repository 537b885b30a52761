import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigurationError, readConfig } from '../../server/config.ts';
import { createMailer } from '../../server/providers/mail/index.ts';
import type { Mail } from '../../server/providers/ports/mailer.ts';
import { verifyDkim } from '../support/dkim.ts';
import { freePort } from '../support/freePort.ts';

const privatePem = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString();

function rsaKeys() {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  return { publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(), privateKey: privatePem(privateKey) };
}

const keys = rsaKeys();
const signing = { DKIM_DOMAIN: 'headway.example', DKIM_SELECTOR: 'mail1', DKIM_PRIVATE_KEY: keys.privateKey };

/** The messages as the mail server got them, byte by byte. */
const received: Buffer[] = [];
let server: SMTPServer;
let smtpUrl: string;
beforeAll(async () => {
  const port = await freePort();
  smtpUrl = `smtp://127.0.0.1:${port}`;
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const pieces: Buffer[] = [];
      stream.on('data', (piece: Buffer) => pieces.push(piece));
      stream.on('end', () => {
        received.push(Buffer.concat(pieces));
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
});
afterAll(() => new Promise<void>((resolve) => server.close(resolve)));

const unsubscribeUrl = `https://headway.example/mails/unsubscribe/0f8b7a3e-3c6e-4a50-9a0e-0d5f6f7f1c11.${'c2lnbmF0dXJl'.repeat(9)}`;
const letter: Mail = {
  to: 'ana@example.com',
  subject: 'Last week: $1,234.56 spent. This week: nothing to repay',
  text: 'A line with spaces   at its end   \n\n.A line that begins with a point\n\nCafé Zoë\n\n\n',
  html: '<p>Café Zoë</p>\n',
  from: { name: 'Headway', address: 'hello@headway.example' },
  key: 'mail:test',
};

async function sent(mail: Partial<Mail>, settings: Record<string, string> = signing): Promise<Buffer> {
  const { mail: config } = readConfig({ NODE_ENV: 'test', SMTP_URL: smtpUrl, MAIL_FROM: 'hello@headway.example', ...settings });
  await createMailer(config, () => undefined).send({ ...letter, ...mail });
  const message = received.at(-1);
  if (!message) throw new Error('no mail arrived');
  return message;
}

const changed = (message: Buffer, from: string, to: string) => {
  const text = message.toString('latin1');
  if (!text.includes(from)) throw new Error(`the message has no ${from}`);
  return Buffer.from(text.replace(from, to), 'latin1');
};

describe('a mail', () => {
  it('is signed so that anybody can verify it, with both headers of unsubscribing among what is signed', async () => {
    const { isValid, domain, selector, signed } = verifyDkim(await sent({ unsubscribeUrl }), keys.publicKey);
    expect([isValid, domain, selector]).toEqual([true, 'headway.example', 'mail1']);
    for (const name of ['from', 'to', 'subject', 'date', 'message-id', 'list-unsubscribe', 'list-unsubscribe-post']) expect(signed).toContain(name);
  });

  it('without unsubscribing is signed as well', async () => {
    const { isValid, signed } = verifyDkim(await sent({}), keys.publicKey);
    expect([isValid, signed.includes('from'), signed.includes('list-unsubscribe')]).toEqual([true, true, false]);
  });

  it.each([
    ['the address to unsubscribe', 'mails/unsubscribe/0f8b', 'mails/unsubscribe/1f8b'],
    ['that one click is enough', 'List-Unsubscribe=One-Click', 'List-Unsubscribe=Two-Clicks'],
    ['the subject', 'nothing to repay', 'nothing to pay'],
    ['the sender', 'hello@headway.example', 'hell0@headway.example'],
    ['the text', 'begins with a point', 'begins with a dot'],
  ])('with another %s is not valid any more', async (_, from, to) => {
    expect(verifyDkim(changed(await sent({ unsubscribeUrl }), from, to), keys.publicKey).isValid).toBe(false);
  });

  it('is not valid by another key', async () => {
    expect(verifyDkim(await sent({ unsubscribeUrl }), rsaKeys().publicKey).isValid).toBe(false);
  });

  it('is left to the mail server to sign without a key', async () => {
    expect((await sent({ unsubscribeUrl }, {})).toString('latin1').toLowerCase()).not.toContain('dkim-signature');
  });

  it('of a sender at another domain is left to the mail server to sign, and one of a part of the domain is signed', async () => {
    const signatureOf = async (address: string) => {
      const message = (await sent({ from: { name: 'Boost', address } })).toString('latin1').toLowerCase();
      return message.includes('dkim-signature');
    };
    expect(await signatureOf('hello@boost.example')).toBe(false);
    expect(await signatureOf('hello@not-headway.example')).toBe(false);
    expect(await signatureOf('hello@mail.Headway.example')).toBe(true);
  });
});

describe('a start', () => {
  const complaints = (settings: Record<string, string>): readonly string[] => {
    try {
      readConfig({ NODE_ENV: 'test', ...settings });
      return [];
    } catch (failure) {
      if (failure instanceof ConfigurationError) return failure.lines;
      throw failure;
    }
  };

  it('with a part of what signs mails names the rest', () => {
    expect(complaints({ DKIM_DOMAIN: 'headway.example' }).map((line) => line.split(':')[0])).toEqual(['DKIM_SELECTOR', 'DKIM_PRIVATE_KEY']);
    expect(complaints(signing)).toEqual([]);
    expect(complaints({})).toEqual([]);
  });

  it.each([
    ['no key', 'not a key'],
    ['a key that mail programs do not verify', privatePem(generateKeyPairSync('ed25519').privateKey)],
  ])('with %s says so, and no mail goes out unsigned', (_, key) => {
    expect(complaints({ ...signing, DKIM_PRIVATE_KEY: key })).toEqual(['DKIM_PRIVATE_KEY: must be an RSA private key in PEM']);
  });
});
