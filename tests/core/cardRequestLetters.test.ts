import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noControls } from '../../server/domain/card/controls/controls.ts';
import { sendLetter } from '../../server/services/mail/sendLetter.ts';
import { readLetterAccount, writeLetter } from '../../server/services/mail/writeLetter.ts';
import { type Cardholder, newCardholder } from '../support/cardholder.ts';
import { inboxOf, ownText, type Received } from '../support/correspondent.ts';
import { eventually } from '../support/eventually.ts';
import { productWithMerchants, type TestProduct } from '../support/product.ts';
import { addMember, invite, type Member } from '../support/team.ts';

let product: TestProduct;
let site: string;
beforeAll(async () => {
  product = await productWithMerchants('CARDHOLDER');
  site = product.deps.programs.headway.siteUrl;
});
afterAll(() => product.stop());

const lines = (...rows: string[]) => rows.join('\n\n');
const wish = { kind: 'card', amount_cents: 25_000, note: 'Trade fair booth' };

const post = ({ receiver }: Cardholder, { token }: { token: string }, path: string, body: object) =>
  product.call(`/api/users/${receiver.token}/${path}`, { method: 'POST', token, headers: { 'idempotency-key': randomUUID() }, body });

async function ask(merchant: Cardholder, member: Member, body: object): Promise<string> {
  const answer = await post(merchant, member, 'card_requests', body);
  expect([answer.status, answer.body.code]).toEqual([201, undefined]);
  return answer.body.id;
}

const answer = async (merchant: Cardholder, by: { token: string }, id: string, is_granted: boolean) =>
  expect((await post(merchant, by, `card_requests/${id}/answer`, { is_granted })).status).toBe(200);

/** Returns the mails about requests that an address got, the newest first; the provider's invitations stand beside them. */
const about = async (email: string): Promise<Received[]> =>
  (await inboxOf(product, email)).filter(({ subject }) => !subject.startsWith('Join ') && !subject.startsWith('Your account is'));

/** Waits for `count` mails about requests. Returns the newest. */
async function mailTo(email: string, count = 1): Promise<Received> {
  await eventually(`${count} mails to ${email}`, async () => (await about(email)).length === count);
  return (await about(email))[0] as Received;
}

/** Returns to whom letters about a request were queued, in order: one that is not sent yet would not be in an inbox. */
async function addressees({ receiver }: Cardholder, id: string): Promise<string[]> {
  const jobs = await product.deps.database.$queryRaw<{ about: string }[]>`
    SELECT data ->> 'about' AS about FROM pgboss.job WHERE name = 'send-letter' AND data ->> 'receiver_id' = ${receiver.id}`;
  return jobs.flatMap(({ about: named }) => (named.startsWith(`${id} `) ? [named.slice(id.length + 1)] : [])).toSorted();
}

/** Makes a merchant with an admin, a cardholder, and a bookkeeper, who is told nothing of requests. */
async function newTeam() {
  const merchant = await newCardholder(product);
  const admin = await addMember(product, merchant, 'admin');
  await addMember(product, merchant, 'bookkeeper');
  return { merchant, admin, holder: await addMember(product, merchant, 'cardholder') };
}

/** Gives the cardholder a card of the issuer's that has $200 a week. */
async function heldCard({ receiver }: Cardholder, { id }: Member): Promise<string> {
  const token = randomUUID();
  const row = { token, account_token: 'account', type: 'VIRTUAL', state: 'OPEN', last_four: '4242', name_on_card: 'Corner Bakery', spend_limit: 1n };
  await product.deps.database.card.create({ data: { ...row, receiver_id: receiver.id, holder_id: id, created_at: new Date() } });
  const controls = { ...noControls, per_week_cents: 20_000, version: 1 };
  await product.deps.database.cardControl.create({ data: { receiver_id: receiver.id, card_token: token, controls, changed_at: new Date() } });
  return token;
}

/** Spends what a raise of a week to $240 allows. */
const spendsAll = (card: { receiver_id: string; card_token: string }) =>
  product.deps.database.authorizationDecision.create({
    data: {
      ...card,
      transaction_token: randomUUID(),
      amount_cents: 24_000n,
      merchant_descriptor: 'ACME',
      result: 'APPROVED',
      answer: {},
      kind: 'purchase',
      is_open: true,
      decided_at: product.deps.clock(),
    },
  });

describe('the letter about a request', () => {
  it('goes to the owner and to the admins who have joined, with what is asked for and by whom', async () => {
    const { merchant, admin, holder } = await newTeam();
    await invite(product, merchant, `${randomUUID()}@example.com`, 'admin');
    const id = await ask(merchant, holder, wish);
    expect(await addressees(merchant, id)).toEqual([admin.email, merchant.email].toSorted());
    for (const { email } of [merchant, admin]) {
      const mail = await mailTo(email);
      expect(mail.subject).toBe('Mia Chen asks for a card');
      expect(ownText(mail)).toBe(
        lines(
          'Mia Chen asks for a card',
          'Mia Chen would like a card of their own.',
          `Amount: $250.00\nNote: Trade fair booth\nAsked by: ${holder.email}`,
          'Say yes or no on your dashboard: one tap is enough.',
          `Answer the request: ${site}/card`,
        ),
      );
    }
  });

  it('goes to the address that the owner has given for mails', async () => {
    const { merchant, holder } = await newTeam();
    const contact_email = `${randomUUID()}@example.com`;
    await product.deps.database.receiver.update({ where: { id: merchant.receiver.id }, data: { contact_email } });
    const id = await ask(merchant, holder, wish);
    expect(await addressees(merchant, id)).not.toContain(merchant.email);
    await mailTo(contact_email);
  });

  it('names the card whose control stands in the way, and leaves out what was not said', async () => {
    const { merchant, holder } = await newTeam();
    const card_token = await heldCard(merchant, holder);
    await ask(merchant, holder, { kind: 'raise', card_token, control: 'categories', amount_cents: null, subject: 'fuel', note: null });
    const mail = await mailTo(merchant.email);
    expect(mail.subject).toBe('Mia Chen asks to spend more');
    expect(ownText(mail)).toBe(
      lines(
        'Mia Chen asks to spend more',
        'A control of the card ending in 4242 stands in the way of a purchase.',
        `Asked by: ${holder.email}`,
        'Say yes or no on your dashboard: one tap is enough.',
        `Answer the request: ${site}/card`,
      ),
    );
  });

  it('is sent once however often the same is asked, and not any more once it is answered', async () => {
    const { merchant, admin, holder } = await newTeam();
    const id = await ask(merchant, holder, wish);
    expect(await ask(merchant, holder, wish)).toBe(id);
    await mailTo(merchant.email);
    await answer(merchant, admin, id, false);
    const late = `${randomUUID()}@example.com`;
    await sendLetter(product.deps, merchant.scope, { kind: 'card_request', about: `${id} ${late}` });
    await mailTo(holder.email);
    expect([(await about(merchant.email)).length, await about(late)]).toEqual([1, []]);
  });

  it('goes to nobody for somebody of a store’s staff whose address its platform does not tell', async () => {
    const { merchant, holder } = await newTeam();
    const staff = { platform: 'shopify', store: 'a.myshopify.com', platform_user_id: '43', email: '', role: 'admin' };
    const times = { invited_at: new Date(), joined_at: new Date(), decided_at: new Date() };
    await product.deps.database.teamMember.create({ data: { receiver_id: merchant.receiver.id, ...staff, ...times } });
    const id = await ask(merchant, holder, wish);
    await mailTo(merchant.email);
    await sendLetter(product.deps, merchant.scope, { kind: 'card_request', about: `${id} ` });
    const sent = await product.deps.database.emailSent.findMany({ where: { receiver_id: merchant.receiver.id, kind: 'card_request' } });
    expect(sent.map(({ sent_to }) => sent_to).toSorted()).not.toContain('');
  });
});

describe('the letter about an answer', () => {
  it('tells the cardholder alone of a yes to a card', async () => {
    const { merchant, admin, holder } = await newTeam();
    const id = await ask(merchant, holder, wish);
    await answer(merchant, merchant, id, true);
    const mail = await mailTo(holder.email);
    // The issuer's own card of that name: a team may have several.
    const card = await product.deps.database.card.findFirstOrThrow({ where: { receiver_id: merchant.receiver.id, name: 'Trade fair booth' } });
    const subject = `Your card is ready: Trade fair booth (${card.last_four})`;
    expect(mail.subject).toBe(subject);
    expect(ownText(mail)).toBe(lines(subject, 'Your request was granted, and a card of your own is on your dashboard.', `See your cards: ${site}/card`));
    expect(await addressees(merchant, id)).toEqual([admin.email, holder.email, merchant.email].toSorted());
  });

  it('names a card after the first whole words of what it is for', async () => {
    const { merchant, holder } = await newTeam();
    await answer(merchant, merchant, await ask(merchant, holder, { ...wish, note: `${'Booth '.repeat(6)}now🎪🎪` }), true);
    expect((await mailTo(holder.email)).subject).toContain(': Booth Booth Booth Booth Booth Booth (');
  });

  it('tells the cardholder when the issuer makes no card after a yes', async () => {
    const { merchant, holder } = await newTeam();
    const id = await ask(merchant, holder, wish);
    await product.deps.database.receiver.update({ where: { id: merchant.receiver.id }, data: { lithic_account_token: randomUUID() } });
    const { status, body } = await post(merchant, merchant, `card_requests/${id}/answer`, { is_granted: true });
    expect([status, body.code]).toEqual([422, 'provider_refused']);
    const mail = await mailTo(holder.email);
    expect(ownText(mail)).toBe(
      lines(
        'Your card could not be made',
        'Your request was granted, but the card issuer did not make the card. Whoever manages the cards can order another one: talk to them.',
        `See your cards: ${site}/card`,
      ),
    );
  });

  it('says of a yes to a raise that it ends with the day', async () => {
    const { merchant, admin, holder } = await newTeam();
    const card_token = await heldCard(merchant, holder);
    const raise = { kind: 'raise', card_token, control: 'per_week', amount_cents: 24_000, subject: null, note: null };
    await answer(merchant, admin, await ask(merchant, holder, raise), true);
    const mail = await mailTo(holder.email);
    expect(ownText(mail)).toBe(
      lines('You can spend more today', 'Your request was granted. It ends by itself at the end of the day.', `See your cards: ${site}/card`),
    );
  });

  it.each<[string, (raise: { receiver_id: string; card_token: string }) => Promise<unknown>]>([
    ['has ended', (raise) => product.deps.database.cardRaise.updateMany({ where: raise, data: { ends_at: product.deps.clock() } })],
    ['was taken back', (raise) => product.deps.database.cardRaise.updateMany({ where: raise, data: { ended_at: product.deps.clock() } })],
    ['is used up', spendsAll],
  ])('says of a raise that %s that it is over, to whoever is told late', async (_, end) => {
    const { merchant, admin, holder } = await newTeam();
    const card_token = await heldCard(merchant, holder);
    const raise = { kind: 'raise', card_token, control: 'per_week', amount_cents: 24_000, subject: null, note: null };
    const id = await ask(merchant, holder, raise);
    await answer(merchant, admin, id, true);
    await mailTo(holder.email);
    await end({ receiver_id: merchant.receiver.id, card_token });
    const account = await readLetterAccount(product.deps, merchant.scope);
    const letter = account && (await writeLetter(product.deps, merchant.scope, account, { kind: 'card_request_answer', about: `${id} ${holder.email}` }));
    expect(letter?.subject).toBe('Your request was granted, and that is over by now');
  });

  it('says of a no whom to talk to, and comes once however often it is repeated', async () => {
    const { merchant, admin, holder } = await newTeam();
    const id = await ask(merchant, holder, wish);
    await answer(merchant, admin, id, false);
    await answer(merchant, admin, id, false);
    const mail = await mailTo(holder.email);
    expect(mail.subject).toBe('Your request was not granted');
    expect(ownText(mail)).toBe(
      lines(
        'Your request was not granted',
        'Somebody who manages the cards said no this time. Talk to them when you need it all the same.',
        `See your cards: ${site}/card`,
      ),
    );
  });

  it('is not written while the request is open', async () => {
    const { merchant, holder } = await newTeam();
    const id = await ask(merchant, holder, wish);
    await sendLetter(product.deps, merchant.scope, { kind: 'card_request_answer', about: `${id} ${holder.email}` });
    await mailTo(merchant.email);
    expect(await about(holder.email)).toEqual([]);
  });
});
