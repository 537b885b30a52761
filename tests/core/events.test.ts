import { randomUUID } from 'node:crypto';
import { get, type IncomingMessage } from 'node:http';
import pg from 'pg';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../server/config.ts';
import { Announcer, ChangedReceivers, readAnnouncement } from '../../server/db/changes.ts';
import { inTransaction } from '../../server/db/database.ts';
import { databaseOf } from '../../server/db/databaseOf.ts';
import { renameReceiver } from '../../server/db/queries/newReceiver.ts';
import { addPlatformAccount, endStoreSessions, resumeStore } from '../../server/db/queries/platformAccounts.ts';
import { receiverScope } from '../../server/db/scope.ts';
import { callerOf } from '../../server/services/access/caller.ts';
import { EventStreams } from '../../server/services/events/eventStreams.ts';
import { openEvents } from '../../server/services/events/openEvents.ts';
import { isReportFile } from '../../server/services/reports/reportFile.ts';
import { createLifecycle } from '../../server/start/lifecycle.ts';
import { type OpenDeps, startProduct } from '../../server/start/product.ts';
import { newCardholder, spend } from '../support/cardholder.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/freePort.ts';
import { type Person, signUp } from '../support/people.ts';
import { type TestProduct, testProduct } from '../support/product.ts';

let product: TestProduct;
let merchant: Person;

beforeAll(async () => {
  product = await testProduct();
  merchant = await signUp(product);
});
afterAll(() => product.stop());

const everything = ['receiver', 'card', 'transactions', 'store', 'draws', 'limit'];

interface Opened {
  status: number;
  headers: IncomingMessage['headers'];
  /** The data of each event so far. */
  events: string[][];
  text: () => string;
  isOver: () => boolean;
  /** Whether the server ended it, rather than that its connection was cut. */
  isWhole: () => boolean;
  close: () => void;
}

/** Opens a stream as a browser does, and collects what it tells. */
function openStream(url: string, token: string, query = ''): Promise<Opened> {
  return new Promise((resolve, reject) => {
    const headers = { host: 'headway.localhost', authorization: `Bearer ${token}`, accept: 'text/event-stream', 'accept-encoding': 'gzip' };
    const request = get(`${url}/api/events${query}`, { headers }, (response) => {
      let text = '';
      let isOver = false;
      const events: string[][] = [];
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
        for (const [, data = '[]'] of chunk.matchAll(/^data: (.*)$/gm)) events.push(JSON.parse(data));
      });
      const over = () => {
        isOver = true;
      };
      response.once('error', over).once('close', over);
      const state = { text: () => text, isOver: () => isOver, isWhole: () => response.complete };
      resolve({ status: response.statusCode ?? 0, headers: response.headers, events, ...state, close: () => request.destroy() });
    });
    request.once('error', reject);
  });
}

/** Opens a stream, and waits until it tells of changes. */
async function opened(url: string, token: string, query?: string): Promise<Opened> {
  const stream = await openStream(url, token, query);
  await eventually('the beginning of a stream', async () => stream.text().startsWith(': open\n\n'));
  return stream;
}

/** Changes the record of a person, as a statement of its own. */
const rename = (person: Person, phone_number: string) =>
  databaseOf(product.deps.database, receiverScope(person.receiver.id)).receiver.update({ data: { phone_number } });

describe('a stream of events', () => {
  it('passes proxies unbuffered, and names what a transaction changed once, after its commit', async () => {
    const stream = await opened(product.url, merchant.token);
    const { status, headers } = stream;
    expect([status, headers['content-type'], headers['cache-control'], headers['x-accel-buffering'], headers['content-encoding']]).toEqual([
      200,
      'text/event-stream',
      'no-store, no-transform',
      'no',
      undefined,
    ]);
    await inTransaction(product.deps.database, async (transaction) => {
      const own = databaseOf(transaction, receiverScope(merchant.receiver.id));
      for (let times = 0; times < 200; times += 1) await own.receiver.update({ data: { phone_number: `+1 555 010 0${times}` } });
      await own.spendingPowerOverride.create({ data: { reason: 'a good year', set_by: merchant.receiver.id } });
      expect(stream.events).toEqual([]);
    });
    await eventually('an event', async () => stream.events.length > 0);
    await rename(merchant, '+1 555 020 0000');
    await eventually('another event', async () => stream.events.length > 1);
    expect(stream.events).toEqual([['receiver', 'limit'], ['receiver']]);
    stream.close();
  });

  it('says nothing of a transaction that is rolled back, of a write that finds no row, and of rows that no page shows', async () => {
    const stream = await opened(product.url, merchant.token);
    const own = receiverScope(merchant.receiver.id);
    const undone = inTransaction(product.deps.database, async (transaction) => {
      await databaseOf(transaction, own).spendingPowerOverride.create({ data: { reason: 'a good year', set_by: merchant.receiver.id } });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await databaseOf(product.deps.database, own).draw.updateMany({ where: { id: merchant.receiver.id }, data: { failure_code: null } });
    await databaseOf(product.deps.database, own).staffNote.create({ data: { author_id: merchant.receiver.id, text: 'called' } });
    await rename(merchant, '+1 555 030 0000');
    await eventually('an event', async () => stream.events.length > 0);
    expect(stream.events).toEqual([['receiver']]);
    stream.close();
  });

  it('names the store that is connected, uninstalls the app or installs it again, and the address that its person now signs in with', async () => {
    const owner = await signUp(product);
    const stream = await opened(product.url, owner.token);
    const { database } = product.deps;
    const store = { platform: 'bigcommerce', externalId: randomUUID() } as const;
    const account = { platform: 'headway:bigcommerce', external_id: store.externalId, receiver_id: owner.receiver.id, linked_by: 'first_hand_in' };
    const changes = [
      () => addPlatformAccount(database, { ...account, linked_at: new Date() }),
      () => endStoreSessions(database, store, new Date()),
      () => resumeStore(database, store),
      () => renameReceiver(database, owner.receiver, `${randomUUID()}@example.com`),
    ];
    for (const [place, change] of changes.entries()) {
      await change();
      await eventually('an event', async () => stream.events.length > place);
    }
    expect(stream.events).toEqual([['store'], ['store'], ['store'], ['receiver']]);
    stream.close();
  });

  it('tells each person of their own receiver only; staff of the customer whom they view', async () => {
    const another = await signUp(product);
    const staff = await signUp(product, { staff: { support: true } });
    const query = `?token=${another.receiver.token}`;
    expect((await openStream(product.url, merchant.token, query)).status).toBe(404);
    expect((await openStream(product.url, staff.token, query)).status).toBe(403);
    expect((await product.call(`/api/receiver?email=${encodeURIComponent(another.email)}`, { token: staff.token })).status).toBe(200);
    const [own, theirs, watched] = [
      await opened(product.url, merchant.token),
      await opened(product.url, another.token),
      await opened(product.url, staff.token, query),
    ];
    await rename(another, '+1 555 040 0000');
    await eventually('an event for both', async () => theirs.events.length > 0 && watched.events.length > 0);
    expect([own.events, theirs.events, watched.events]).toEqual([[], [['receiver']], [['receiver']]]);
    for (const stream of [own, theirs, watched]) stream.close();
  });

  it('is described to a caller who does not accept one', async () => {
    const { status, body } = await product.call('/api/events', { token: merchant.token });
    expect([status, body]).toEqual([200, { changes: everything, beat_seconds: 20 }]);
  });

  it('is one of at most eight of a person, which is a refusal in words and a figure; each that closes makes room', async () => {
    const person = await signUp(product);
    const streams = await Promise.all(Array.from({ length: 8 }, () => opened(product.url, person.token)));
    const refused = await product.call('/api/events', { token: person.token, headers: { accept: 'text/event-stream' } });
    expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([429, 'rate_limited', '60']);
    expect(refused.body.detail).toBe('This is open in too many places to be kept up to date at once. It asks again every few seconds instead.');
    const metrics = (await product.call('/metrics')).text;
    expect(metrics).toMatch(/^event_streams_refused_total 1$/m);
    expect(metrics).toMatch(/^event_streams_open ([89]|1\d)$/m);
    streams[0]?.close();
    await eventually('room for one more', async () => {
      const stream = await openStream(product.url, person.token);
      stream.close();
      return stream.status === 200;
    });
    for (const stream of streams) stream.close();
  });

  it('tells everything after the connection that hears of changes was lost', async () => {
    const stream = await opened(product.url, merchant.token);
    const { database } = product.deps;
    await database.$queryRaw`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'headway changes' AND datname = current_database()`;
    await eventually('everything', async () => stream.events.length > 0);
    expect(stream.events).toEqual([everything]);
    await rename(merchant, '+1 555 050 0000');
    await eventually('an event', async () => stream.events.length > 1);
    expect(stream.events.at(-1)).toEqual(['receiver']);
    stream.close();
  });
});

/** Reads a stream that is opened in this process with other parts than the product's, and returns the function that waits for its end. */
async function openHere(changes: Partial<OpenDeps>): Promise<AsyncIterator<string | Buffer>> {
  const deps = { ...product.deps, ...changes };
  const stream = await openEvents(deps, {
    caller: callerOf(merchant.receiver),
    view: { scope: receiverScope(merchant.receiver.id), receiver: merchant.receiver, isOwn: true },
    program: product.deps.programs.headway,
    accessToken: merchant.token,
    wants: 'text/event-stream',
    left: () => new AbortController().signal,
  });
  if (!isReportFile(stream) || typeof stream.body === 'string' || Buffer.isBuffer(stream.body)) throw new Error('no stream was opened');
  return stream.body[Symbol.asyncIterator]();
}

describe('the end of a stream', () => {
  it('comes before the access token expires', async () => {
    const { expiresAt } = await product.deps.providers.authentication.verifyAccessToken(product.deps.programs.headway, merchant.token);
    const stream = await openHere({ machineClock: () => new Date(expiresAt.getTime() - 600) });
    expect(await stream.next()).toEqual({ done: false, value: ': open\n\n' });
    // Half of what is left: 300 ms.
    expect(await stream.next()).toEqual({ done: true, value: undefined });
  });

  it('comes soon after its person has logged out', async () => {
    const person = await signUp(product);
    const events = new EventStreams(product.deps.changeFeed, new Registry(), { beatMs: 50 });
    const others = merchant;
    merchant = person;
    const stream = await openHere({ events }).finally(() => {
      merchant = others;
    });
    expect((await stream.next()).value).toBe(': open\n\n');
    expect((await stream.next()).value).toBe(': beat\n\n');
    expect((await product.call('/api/session/end', { method: 'POST', token: person.token, body: {} })).status).toBe(200);
    await eventually('the end', async () => (await stream.next()).done === true);
  });
});

describe('two web processes on one database', () => {
  it('tell each other’s changes, and one that stops ends its streams at once', async () => {
    const lifecycle = createLifecycle();
    const port = await freePort();
    const { SANDBOX_PORT, DATABASE_URL } = { SANDBOX_PORT: new URL(product.sandboxUrl).port, DATABASE_URL: product.config.databaseUrl ?? '' };
    const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'fatal', ROLE: 'web', PORT: String(port), SANDBOX_PORT, DATABASE_URL });
    await startProduct(config, lifecycle, { frontends: 'none', clock: () => new Date() });
    const stream = await opened(`http://127.0.0.1:${port}`, merchant.token);
    await rename(merchant, '+1 555 060 0000');
    await eventually('an event from the other process', async () => stream.events.length > 0);
    expect(stream.events).toEqual([['receiver']]);
    await lifecycle.stop();
    // A stop that waited for the stream would have cut it off at last.
    await eventually('the end of the stream', async () => stream.isOver());
    expect(stream.isWhole()).toBe(true);
  });
});

/** Notes the statements that each connection of this process to PostgreSQL runs, until the returned function is called. */
function watchStatements(): { statements: { connection: object; text: string }[]; stop: () => void } {
  const statements: { connection: object; text: string }[] = [];
  const query = pg.Client.prototype.query;
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [first] = given;
    statements.push({ connection: this, text: typeof first === 'string' ? first : String((first as { text?: unknown }).text) });
    return Reflect.apply(query, this, given);
  } as typeof query;
  return {
    statements,
    stop: () => {
      pg.Client.prototype.query = query;
    },
  };
}

describe('a decision about a purchase', () => {
  it('announces nothing within its transaction, neither by itself nor by a trigger, and its change afterward', async () => {
    const cardholder = await newCardholder(product);
    // Under the first limit, of one cent, the issuer declines by itself and asks nobody.
    const of = { where: { receiver_id: cardholder.receiver.id } };
    await eventually('the first limit', async () => (await product.deps.database.card.findFirst(of))?.spend_limit === 100_000n);
    const stream = await opened(product.url, cardholder.token);
    const { statements, stop } = watchStatements();
    expect((await spend(product, cardholder, 100)).result).toBe('APPROVED');
    await eventually('the change', async () => stream.events.some((changes) => changes.includes('transactions')));
    stop();
    stream.close();
    const stored = statements.findIndex(({ text }) => text.includes('EXECUTE store_decision'));
    const { connection } = statements[stored] ?? {};
    expect(connection).toBeDefined();
    const [begun, committed, ...others] = statements.filter((statement) => statement.connection === connection && /BEGIN|COMMIT/.test(statement.text));
    expect([begun?.text, committed?.text, others]).toEqual([expect.stringMatching(/^BEGIN;/), expect.stringMatching(/; COMMIT$/), []]);
    expect(`${begun?.text} ${committed?.text}`).not.toMatch(/notify/i);
    expect(statements.slice(stored).some(({ text }) => text.includes('pg_notify'))).toBe(true);
    const triggers = await product.deps.database.$queryRaw`
      SELECT proname FROM pg_proc JOIN pg_namespace ON pg_namespace.oid = pronamespace WHERE nspname = 'public' AND prosrc ~* '\mnotify|pg_notify'`;
    expect(triggers).toEqual([]);
  });
});

describe('the announcement of many changes', () => {
  it('is one for a thousand of one receiver, and few texts for a thousand receivers', async () => {
    const sent: string[][] = [];
    const announcer = new Announcer(
      async (texts) => void sent.push(texts),
      (error) => expect(error).toBeUndefined(),
    );
    const changeOf = (receiverId: string) => {
      const changed = new ChangedReceivers();
      changed.add(receiverId, ['transactions']);
      return changed;
    };
    for (let times = 0; times < 1_000; times += 1) announcer.announce(changeOf('one'));
    await eventually('the first announcement', async () => sent.length > 0);
    expect(sent).toEqual([['[["one",["transactions"]]]']]);
    const names = Array.from({ length: 1_000 }, (_, place) => `019365b0-0000-7000-8000-${String(place).padStart(12, '0')}`);
    for (const name of names) announcer.announce(changeOf(name));
    await eventually('the second', async () => sent.length > 1);
    const texts = sent[1] ?? [];
    expect(texts).toHaveLength(20);
    expect(Math.max(...texts.map((text) => Buffer.byteLength(text)))).toBeLessThan(8_000);
    expect(texts.flatMap((text) => readAnnouncement(text).map(([receiverId]) => receiverId))).toEqual(names);
  });
});
