import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OpenSandbox, openSandbox } from './openSandbox.ts';

let sandbox: OpenSandbox;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(() => sandbox.stop());

type Sent = Parameters<ReturnType<typeof createTransport>['sendMail']>[0];
const send = (mail: Sent) => createTransport(sandbox.config.mail.smtpUrl).sendMail({ from: sandbox.config.mail.senders.HEADWAY, ...mail });

async function inboxOf(to: string): Promise<Record<string, unknown>[]> {
  const answer = await fetch(`${sandbox.url}/mail/messages?to=${encodeURIComponent(to)}`);
  return ((await answer.json()) as { messages: Record<string, unknown>[] }).messages;
}

it('a mail arrives as it was sent, with its attachment, for its recipient only', async () => {
  await send({
    to: 'Ada <ada@shop.example>',
    subject: 'Your statement – March',
    text: 'Grüße from Headway',
    html: '<p>Grüße</p>',
    attachments: [{ filename: 'statement.csv', content: 'a,b\r\n', contentType: 'text/csv' }],
  });
  expect(await inboxOf('ADA@shop.example')).toMatchObject([
    {
      from: 'hello@headway.localhost',
      to: ['ada@shop.example'],
      subject: 'Your statement – March',
      text: expect.stringContaining('Grüße from Headway'),
      html: expect.stringContaining('<p>Grüße</p>'),
      attachments: [{ filename: 'statement.csv', mime_type: 'text/csv', size_bytes: 5 }],
    },
  ]);
  expect(await inboxOf('ben@shop.example')).toEqual([]);
});

it('the inbox page shows the newest first, and a hostile subject as text', async () => {
  await send({ to: 'page@shop.example', subject: 'first', text: '1' });
  await send({ to: 'page@shop.example', subject: '<script>alert(1)</script>', text: '2' });
  const page = await (await fetch(`${sandbox.url}/mail?to=page@shop.example`)).text();
  expect(page).toContain('Sandbox');
  expect(page).toContain('&lt;script&gt;');
  expect(page.indexOf('&lt;script&gt;')).toBeLessThan(page.indexOf('>first<'));
});

it('what arrived is still there after a restart', async () => {
  await send({ to: 'keeps@shop.example', subject: 'kept', text: '.' });
  await sandbox.restart();
  expect(await inboxOf('keeps@shop.example')).toMatchObject([{ subject: 'kept' }]);
});
