import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSecrets } from '../../server/db/secrets.ts';
import { forEachProgram } from '../../server/domain/basics/programKeys.ts';
import { receiverOfUnsubscribeToken, unsubscribeToken } from '../../server/services/access/unsubscribeToken.ts';
import type { CallOptions } from '../support/ask.ts';
import { type Correspondent, newCorrespondent, type Received } from '../support/correspondent.ts';
import { type TestProduct, testProduct } from '../support/product.ts';

let product: TestProduct;
let merchant: Correspondent;
beforeAll(async () => {
  product = await testProduct();
});
afterAll(() => product.stop());
beforeEach(async () => {
  merchant = await newCorrespondent(product);
});

const monday = '2026-11-23T14:00:00Z';

async function mondayMail(to: Correspondent = merchant): Promise<Received> {
  await to.buys({ amount: 5_000, on: '2026-11-18', due: '2026-11-25' });
  const mail = await to.letter('monday_summary', '2026-11-23', monday);
  if (!mail) throw new Error('no Monday mail');
  return mail;
}

/** The address between the angle brackets of the header. */
function addressIn({ headers }: Received): URL {
  const [, address] = /^<(.+)>$/.exec(headers['list-unsubscribe'] ?? '') ?? [];
  if (address === undefined) throw new Error('no address to unsubscribe');
  return new URL(address);
}

const visit = ({ hostname, pathname }: URL, options: CallOptions = {}) => product.call(pathname, { host: hostname, headers: { accept: '*/*' }, ...options });
/** The request that RFC 8058 has a mailbox send: no cookies, no sign-in, this one field. */
const oneClick = (address: URL, options: CallOptions = {}) =>
  visit(address, { method: 'POST', body: 'List-Unsubscribe=One-Click', headers: { 'content-type': 'application/x-www-form-urlencoded' }, ...options });
const isOn = async ({ id }: Correspondent = merchant) => (await product.deps.database.receiver.findUniqueOrThrow({ where: { id } })).gets_monday_email;
const timesTold = ({ id }: Correspondent) => product.deps.database.timelineEvent.count({ where: { receiver_id: id, kind: 'monday_mail_ended' } });

describe('the Monday mail', () => {
  it('names an address and that one click is enough', async () => {
    const mail = await mondayMail();
    expect(mail.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
    expect(addressIn(mail).origin).toBe(product.deps.programs.headway.siteUrl);
    expect(addressIn(mail).pathname).toMatch(/^\/mails\/unsubscribe\/[\w.-]+$/);
  });

  it('is the only mail that does', async () => {
    await merchant.buys({ amount: 5_000, on: '2026-11-18', due: '2026-11-25' });
    const others = [
      await merchant.letter('withdrawal_notice', '2026-11-25', monday),
      await merchant.letter('card_reopened', `${merchant.cardToken} ${monday}`, monday),
    ];
    for (const mail of others) expect(Object.keys(mail?.headers ?? { none: '' }).filter((name) => name.startsWith('list-') || name === 'none')).toEqual([]);
  });
});

describe('one click', () => {
  it.each([
    ['a form', 'List-Unsubscribe=One-Click', 'application/x-www-form-urlencoded'],
    ['a form in parts', '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n', 'multipart/form-data; boundary=x'],
  ])('sent as %s switches the Monday mail off, and nothing else', async (_, body, type) => {
    const address = addressIn(await mondayMail());
    const answer = await oneClick(address, { body, headers: { 'content-type': type } });
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('You no longer get the Monday summary');
    expect([answer.headers.get('cache-control'), answer.headers.get('set-cookie')]).toEqual(['no-store', null]);
    expect(await product.deps.database.receiver.findUniqueOrThrow({ where: { id: merchant.id } })).toMatchObject({
      gets_monday_email: false,
      fund_withdraw_email: true,
    });
    const next = await merchant.letter('monday_summary', '2026-11-30', '2026-11-30T14:00:00Z');
    expect(next?.subject).toBe((await merchant.inbox())[0]?.subject);
    expect(await merchant.inbox()).toHaveLength(1);
  });

  it('may come any number of times, and at once', async () => {
    const address = addressIn(await mondayMail());
    const answers = await Promise.all(Array.from({ length: 5 }, () => oneClick(address)));
    expect([...answers, await oneClick(address)].map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect([await isOn(), await timesTold(merchant)]).toEqual([false, 1]);
  });

  it('does not undo a later choice by itself: the mail comes again once it is switched on', async () => {
    const address = addressIn(await mondayMail());
    await oneClick(address);
    await product.deps.database.receiver.update({ where: { id: merchant.id }, data: { gets_monday_email: true } });
    expect((await visit(address)).text).toContain('Stop the Monday summary?');
    expect(await isOn()).toBe(true);
  });
});

describe('following the link', () => {
  it.each(['GET', 'HEAD'])('by %s changes nothing, however often scanners do it', async (method) => {
    const address = addressIn(await mondayMail());
    for (let time = 0; time < 3; time += 1) expect((await visit(address, { method })).status).toBe(200);
    expect([await isOn(), await timesTold(merchant)]).toEqual([true, 0]);
  });

  it('shows a button that sends the one click, on a page that reveals nothing of the account', async () => {
    const { text, headers } = await visit(addressIn(await mondayMail()));
    expect(text).toContain(
      '<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button>Stop the Monday summary</button></form>',
    );
    expect(text).toContain(`href="${product.deps.programs.headway.siteUrl}/settings#mails"`);
    expect(text).not.toMatch(/Corner Bakery|@example\.com/);
    expect(headers.get('content-security-policy')).toContain("form-action 'self'");
    expect(headers.get('x-robots-tag')).toBe('noindex');
  });

  it('by any other method is refused', async () => {
    const address = addressIn(await mondayMail());
    for (const method of ['PUT', 'DELETE', 'PATCH']) {
      const { status, headers } = await visit(address, { method });
      expect([status, headers.get('allow')]).toEqual([405, 'GET, POST']);
    }
    expect(await isOn()).toBe(true);
  });
});

describe('a link that nobody was sent', () => {
  it.each([
    ['without a signature', ([id]: string[]) => `${id}`],
    ['with an empty signature', ([id]: string[]) => `${id}.`],
    ['with another signature', ([id]: string[]) => `${id}.${randomBytes(64).toString('base64url')}`],
    ['with a signature that lacks its end', ([id, signature]: string[]) => `${id}.${signature?.slice(0, -1)}`],
    ['with more behind it', ([id, signature]: string[]) => `${id}.${signature}.x`],
    ['for somebody else', ([, signature]: string[]) => `${randomUUID()}.${signature}`],
    ['written in capitals', ([id, signature]: string[]) => `${id?.toUpperCase()}.${signature}`],
    ['of nothing', () => 'x'],
    ['with a character that no text has', ([id]: string[]) => `${id}.%00`],
  ])('%s does nothing, and says so', async (_, forged) => {
    const address = addressIn(await mondayMail());
    const token = forged((address.pathname.split('/').at(-1) ?? '').split('.'));
    const wrong = new URL(`/mails/unsubscribe/${token}`, address);
    for (const answer of [await oneClick(wrong), await visit(wrong)]) {
      expect(answer.status).toBe(404);
      expect(answer.text).toContain('This link does not work');
    }
    expect(await isOn()).toBe(true);
  });

  it('with the signature of another merchant does nothing to this one', async () => {
    const other = await newCorrespondent(product);
    const [, signature] = (
      addressIn(await mondayMail(other))
        .pathname.split('/')
        .at(-1) ?? ''
    ).split('.');
    const address = addressIn(await mondayMail());
    expect((await oneClick(new URL(`/mails/unsubscribe/${merchant.id}.${signature}`, address))).status).toBe(404);
    expect([await isOn(), await isOn(other)]).toEqual([true, true]);
  });

  it('works on the site of its own program alone, in the name of that one', async () => {
    for (const key of Object.values(forEachProgram((program) => program))) {
      const own = await newCorrespondent(product, { whitelabel: key });
      const address = addressIn(await mondayMail(own));
      const { name, siteUrl } = product.deps.programs[key];
      expect(address.origin).toBe(siteUrl);
      const foreign = product.deps.programs[key === 'boost' ? 'headway' : 'boost'].hosts[0];
      expect((await oneClick(address, { host: foreign })).status).toBe(404);
      expect(await isOn(own)).toBe(true);
      const answer = await oneClick(address);
      expect([answer.status, answer.text.includes(`<title>${name}</title>`)]).toEqual([200, true]);
      expect(await isOn(own)).toBe(false);
    }
  });
});

describe('a token', () => {
  const key = () => randomBytes(32).toString('base64');
  const program = { key: 'headway' } as const;

  it('still works after a rotation, until its key leaves the ring', () => {
    const [old, fresh, id] = [key(), key(), randomUUID()];
    const token = unsubscribeToken(createSecrets(`old:${old}`), program, id);
    expect(receiverOfUnsubscribeToken(createSecrets(`new:${fresh},old:${old}`), program, token)).toBe(id);
    expect(receiverOfUnsubscribeToken(createSecrets(`new:${fresh}`), program, token)).toBeNull();
  });

  it('is signed for its purpose: no fingerprint of a receiver’s id passes for one', () => {
    const secrets = createSecrets(`one:${key()}`);
    const id = randomUUID();
    const [fingerprint] = secrets.fingerprints(id);
    expect(receiverOfUnsubscribeToken(secrets, program, `${id}.${Buffer.from(fingerprint).toString('base64url')}`)).toBeNull();
  });
});
