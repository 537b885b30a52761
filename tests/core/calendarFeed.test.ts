import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bankDebitDate, repaymentDate } from '../../server/domain/basics/dates.ts';
import { type Cardholder, newCardholder, spend, untilLimited } from '../support/cardholder.ts';
import { eventually } from '../support/eventually.ts';
import { type Person, signUp } from '../support/people.ts';
import { type TestProduct, testProduct } from '../support/product.ts';
import { addMember } from '../support/team.ts';

let product: TestProduct;
let merchant: Cardholder;
beforeAll(async () => {
  product = await testProduct();
  merchant = await newCardholder(product, { net_terms: 30, net_terms_type: 'calendar' });
  await untilLimited(product, merchant);
  await spend(product, merchant, 12_345, { settle: true });
  await eventually('the debt', async () => (await read(merchant)).body.entries.length === 1);
});
afterAll(() => product.stop());

const read = (person: Person, of: Person = person) => product.call(`/api/users/${of.receiver.token}/calendar`, { host: person.host, token: person.token });
const makeFeed = (person: Person, of: Person = person) =>
  product.call(`/api/users/${of.receiver.token}/calendar/feed`, { method: 'POST', host: person.host, token: person.token, body: {} });
const subscribe = (url: string, host = merchant.host) => product.call(new URL(url).pathname, { host, headers: { accept: '*/*' } });

describe('the repayment calendar', () => {
  it('says what is due when, and when the bank is debited', async () => {
    const { status, body } = await read(merchant);
    const due = repaymentDate(product.deps.clock(), 30, 'calendar', product.deps.isHoliday);
    const debit = bankDebitDate(due, product.deps.isBankHoliday);
    expect(status).toBe(200);
    expect(body.entries).toEqual([
      {
        due_date: due,
        debit_date: debit.date,
        reason: debit.reason,
        is_arranged: false,
        amount_cents: 12_345,
        drawn_cents: 12_345,
        on_its_way_cents: 0,
        cashback_cents: 123,
      },
    ]);
  });

  it('has no feed until its owner makes one', async () => {
    expect((await read(await signUp(product))).body).toEqual({ entries: [], feed_url: null });
  });
});

describe('the calendar feed', () => {
  it('is read without signing in, at an address that nobody can guess', async () => {
    const { status, body } = await makeFeed(merchant);
    expect(status).toBe(200);
    expect(body.feed_url).toMatch(/^http:\/\/headway\.localhost:\d+\/calendar\/[\w-]{32}\.ics$/);
    expect((await read(merchant)).body.feed_url).toBe(body.feed_url);

    const feed = await subscribe(body.feed_url);
    expect(feed.status).toBe(200);
    expect(feed.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(feed.headers.get('cache-control')).toBe('no-store');
    expect(feed.text).toContain('BEGIN:VEVENT\r\n');
    expect(feed.text).toContain('SUMMARY:Headway: $123.45 due\r\n');
    expect(feed.text).not.toMatch(/Corner Bakery|@example\.com/);
  });

  it('names no event as another merchant’s is named, and each the same every time', async () => {
    const other = await newCardholder(product, { net_terms: 30, net_terms_type: 'calendar' });
    await untilLimited(product, other);
    await spend(product, other, 500, { settle: true });
    await eventually('the debt of the other', async () => (await read(other)).body.entries.length === 1);
    const [own, others] = [(await makeFeed(merchant)).body.feed_url, (await makeFeed(other)).body.feed_url];
    const eventsAt = async (url: string) =>
      [...(await subscribe(url)).text.replaceAll('\r\n ', '').matchAll(/^(?:UID|DTSTART;VALUE=DATE):(.*)$/gm)].map(([, text]) => text);
    const [[id, start], [otherId, otherStart]] = [await eventsAt(own), await eventsAt(others)];
    expect(start).toBe(otherStart);
    expect(id).not.toBe(otherId);
    expect(await eventsAt((await makeFeed(merchant)).body.feed_url)).toEqual([id, start]);
  });

  it('ends with the rights of a further owner, who may have kept its address', async () => {
    const member = await addMember(product, merchant, 'owner');
    const kept = (await product.call(`/api/users/${merchant.receiver.token}/calendar`, { token: member.token })).body.feed_url;
    expect((await subscribe(kept)).status).toBe(200);
    const change = (method: string, body: object) =>
      product.call(`/api/users/${merchant.receiver.token}/team/${member.id}`, { method, token: merchant.token, body });
    expect((await change('PATCH', { role: 'admin' })).status).toBe(200);
    expect([(await subscribe(kept)).status, (await read(merchant)).body.feed_url]).toEqual([404, null]);

    expect((await change('PATCH', { role: 'owner' })).status).toBe(200);
    const again = (await makeFeed(merchant)).body.feed_url;
    expect((await change('DELETE', {})).status).toBe(200);
    expect((await subscribe(again)).status).toBe(404);
  });

  it('stays when somebody leaves who never saw its address', async () => {
    const made = (await makeFeed(merchant)).body.feed_url;
    const member = await addMember(product, merchant, 'admin');
    await product.call(`/api/users/${merchant.receiver.token}/team/${member.id}`, { method: 'DELETE', token: merchant.token, body: {} });
    expect((await subscribe(made)).status).toBe(200);
  });

  it('with a new address is no longer at the old one', async () => {
    const old = (await makeFeed(merchant)).body.feed_url;
    const made = (await makeFeed(merchant)).body.feed_url;
    expect(made).not.toBe(old);
    expect((await subscribe(old)).status).toBe(404);
    expect((await subscribe(made)).status).toBe(200);
  });

  it('is no other program’s, and at an address of nobody’s answers as one that never was', async () => {
    const url = (await makeFeed(merchant)).body.feed_url;
    const elsewhere = await subscribe(url, 'boost.localhost');
    const never = await product.call(`/calendar/${'x'.repeat(32)}.ics`);
    expect([elsewhere.status, never.status]).toEqual([404, 404]);
    expect({ ...elsewhere.body, request_id: '' }).toEqual({ ...never.body, request_id: '' });
  });

  it('is its owner’s secret: staff see the days without it, and make none', async () => {
    await makeFeed(merchant);
    const staff = await signUp(product, { staff: { support: true } });
    await product.call(`/api/receiver?email=${merchant.email}`, { host: staff.host, token: staff.token });
    const seen = await read(staff, merchant);
    expect(seen.body.entries).toHaveLength(1);
    expect(seen.body.feed_url).toBeNull();
    expect((await makeFeed(staff, merchant)).status).toBe(403);
  });
});
