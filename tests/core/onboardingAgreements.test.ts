import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readMarkdown } from '../../server/domain/basics/markdown.ts';
import { agreementDocuments } from '../../server/domain/onboarding/agreements.ts';
import { publishAgreements } from '../../server/services/onboarding/publishAgreements.ts';
import { eventually } from '../support/eventually.ts';
import { type Person, signUp } from '../support/people.ts';
import { type TestProduct, testProduct } from '../support/product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await testProduct();
});
afterAll(() => product.stop());

const read = (document: string, host = 'headway.localhost') => product.call(`/api/programs/current/agreements/${document}`, { host });

async function accept(person: Person, document: string, { version, key = crypto.randomUUID() }: { version?: string; key?: string } = {}) {
  return product.call(`/api/users/${person.receiver.token}/agreements/${document}`, {
    method: 'POST',
    host: person.host,
    token: person.token,
    body: { version: version ?? (await read(document, person.host)).body.version },
    headers: { 'idempotency-key': key, 'user-agent': 'Firefox' },
  });
}

const acceptances = (person: Person) =>
  product.deps.database.agreementAcceptance.findMany({ where: { receiver_id: person.receiver.id }, orderBy: { id: 'asc' } });

describe('the agreements of a program', () => {
  it.each([
    ['headway.localhost', 'Headway'],
    ['boost.localhost', 'Boost'],
    ['card.localhost', 'Card'],
    ['harbor.localhost', 'Harbor'],
    ['meridian.localhost', 'Meridian'],
  ])('at %s are three texts in the name of %s alone, without sign-in', async (host, name) => {
    const others = ['Headway', 'Boost', 'Harbor', 'Meridian'].filter((other) => other !== name);
    for (const document of agreementDocuments) {
      const { status, body } = await read(document, host);
      expect([status, body.document]).toEqual([200, document]);
      expect(body.version).toMatch(/^\d{4}-\d\d-\d\d$/);
      expect(body.markdown).toContain(`# ${name} ${body.title}`);
      expect(others.filter((other) => body.markdown.includes(other))).toEqual([]);
      expect(body.markdown).not.toMatch(/undefined|NaN|\$\{/);
      expect(readMarkdown(body.markdown).filter(({ kind }) => kind === 'heading').length).toBeGreaterThan(5);
    }
  });

  it('say the terms that the program gives', async () => {
    const boost = (await read('card_holders_agreement', 'boost.localhost')).body.markdown;
    expect(boost).toContain('due 15 calendar days');
    expect(boost).toContain('cashback of 1.5%');
    expect((await read('terms_and_conditions')).body.markdown).toContain('**30 calendar days**');
  });

  it('are no others than these three', async () => {
    expect((await read('cookie_policy')).status).toBe(400);
  });

  it('are published once, by however many processes that start together', async () => {
    await Promise.all([1, 2, 3].map(() => publishAgreements(product.deps)));
    const versions = await product.deps.database.agreementVersion.findMany();
    expect(versions).toHaveLength(15);
    for (const { markdown, sha256 } of versions) expect(sha256).toBe(createHash('sha256').update(markdown).digest('hex'));
  });
});

describe('accepting', () => {
  it('is kept with version, time, address and browser, and sets the flag', async () => {
    const person = await signUp(product);
    const before = product.deps.clock();
    const answer = await accept(person, 'privacy_policy');
    const after = product.deps.clock();
    expect(answer.status).toBe(200);
    expect(answer.body.accepted_privacy_policy).toBe(true);
    const [kept] = await acceptances(person);
    expect(kept).toMatchObject({ program: 'headway', document: 'privacy_policy', version: (await read('privacy_policy')).body.version, user_agent: 'Firefox' });
    expect(kept?.ip_address).toContain('127.');
    expect(kept?.accepted_at.getTime()).toBeGreaterThanOrEqual(before.getTime());
    expect(kept?.accepted_at.getTime()).toBeLessThanOrEqual(after.getTime());
  });

  it('of a version that is not the present one is refused, and nothing is kept', async () => {
    const person = await signUp(product);
    const answer = await accept(person, 'privacy_policy', { version: '2020-01-01' });
    expect([answer.status, answer.body.code]).toEqual([409, 'agreement_outdated']);
    expect(await acceptances(person)).toEqual([]);
  });

  it('twice, at once or later, keeps one acceptance and mails one copy', async () => {
    const person = await signUp(product);
    const answers = await Promise.all([1, 2, 3, 4].map(() => accept(person, 'privacy_policy')));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await accept(person, 'privacy_policy');
    const kept = await acceptances(person);
    expect(kept).toHaveLength(1);
    const mails = () => product.deps.database.emailSent.findMany({ where: { receiver_id: person.receiver.id } });
    await eventually('the copy', async () => (await mails()).some(({ sent_at }) => sent_at !== null));
    expect((await mails()).map(({ kind, dedupe_key, sent_to }) => [kind, dedupe_key, sent_to])).toEqual([['agreement_copy', kept[0]?.id, person.email]]);
  });

  it('again after a reset is kept again', async () => {
    const person = await signUp(product);
    await accept(person, 'privacy_policy');
    await product.deps.database.receiver.update({ where: { id: person.receiver.id }, data: { accepted_privacy_policy: false } });
    expect((await accept(person, 'privacy_policy')).body.accepted_privacy_policy).toBe(true);
    expect(await acceptances(person)).toHaveLength(2);
  });

  it('is the merchant’s alone: staff who look at the account are refused', async () => {
    const [person, admin] = [await signUp(product), await signUp(product, { staff: { admin: true } })];
    const answer = await product.call(`/api/users/${person.receiver.token}/agreements/privacy_policy`, {
      method: 'POST',
      token: admin.token,
      body: { version: '2026-11-21' },
      headers: { 'idempotency-key': 'k' },
    });
    expect(answer.status).toBe(403);
    expect(await acceptances(person)).toEqual([]);
  });

  it('mails the text that was accepted, in the name of the program', async () => {
    const person = await signUp(product, { program: 'boost' });
    await accept(person, 'privacy_policy');
    await eventually('the copy', async () => {
      const inbox = await (await fetch(`${product.sandboxUrl}/mail?to=${encodeURIComponent(person.email)}`)).text();
      return inbox.includes('Your copy: Boost Privacy Policy');
    });
  });
});

describe('a new version of a document', () => {
  it('asks everybody of its program again, for that document alone, and nobody else', async () => {
    const [person, other] = [await signUp(product), await signUp(product, { program: 'boost' })];
    for (const document of agreementDocuments) for (const each of [person, other]) await accept(each, document);
    const { database } = product.deps;
    // A version that was published after ours: ours is new to this program once more.
    await database.$executeRaw`ALTER TABLE agreement_version DISABLE TRIGGER agreement_version_append_only`;
    await database.$executeRaw`ALTER TABLE agreement_acceptance DISABLE TRIGGER agreement_acceptance_append_only`;
    await database.$executeRaw`INSERT INTO agreement_version SELECT program, document, '2020-01-01', markdown, sha256, '2020-01-01'::timestamptz FROM agreement_version WHERE program = 'headway' AND document = 'terms_and_conditions'`;
    await database.$executeRaw`UPDATE agreement_acceptance SET version = '2020-01-01' WHERE program = 'headway' AND document = 'terms_and_conditions'`;
    await database.$executeRaw`DELETE FROM agreement_version WHERE program = 'headway' AND document = 'terms_and_conditions' AND version <> '2020-01-01'`;
    await publishAgreements(product.deps);

    const { body } = await product.call('/api/receiver', { token: person.token });
    expect(body).toMatchObject({ accepted_privacy_policy: true, accepted_terms_and_conditions: false, accepted_card_holders_agreement: true });
    expect((await product.call('/api/receiver', { host: other.host, token: other.token })).body.accepted_terms_and_conditions).toBe(true);

    expect((await accept(person, 'terms_and_conditions')).body.accepted_terms_and_conditions).toBe(true);
    expect((await acceptances(person)).filter(({ document }) => document === 'terms_and_conditions').map(({ version }) => version)).toEqual([
      '2020-01-01',
      '2026-11-26',
    ]);
  });
});
