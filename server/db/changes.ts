import type { Change } from '../domain/receiver/changes.ts';

/*
 * Tells open pages which receivers' data changed. `databaseOf` notes each write by itself, and SQL in `db/queries` notes its
 * own; the use cases do nothing for it. Another connection announces the changes of a transaction once it has committed:
 * a NOTIFY inside of it would make it wait at its commit for every other transaction that notifies, and a purchase is decided
 * within milliseconds. An announcement is lost when the process ends between the two. That is allowed, because a page reads
 * everything again whenever its stream of events begins anew, and once a minute besides.
 */

/** The channel of PostgreSQL on which changes are announced. */
export const changesChannel = 'receiver_changes';

/** The most receivers in one announcement; PostgreSQL refuses one of 8,000 bytes. */
const receiversInOne = 50;

/** Changes by the receivers' ids. */
export class ChangedReceivers {
  #changes = new Map<string, Set<Change>>();

  get isEmpty(): boolean {
    return this.#changes.size === 0;
  }

  add(receiverId: string, changes: Iterable<Change>): void {
    const known = this.#changes.get(receiverId) ?? new Set();
    for (const change of changes) known.add(change);
    if (known.size > 0) this.#changes.set(receiverId, known);
  }

  addAll(others: ChangedReceivers): void {
    for (const [receiverId, changes] of others.#changes) this.add(receiverId, changes);
  }

  /** Returns the texts to announce, and forgets what they tell. */
  take(): string[] {
    const entries = [...this.#changes].map(([receiverId, changes]) => [receiverId, [...changes]]);
    this.#changes = new Map();
    return Array.from({ length: Math.ceil(entries.length / receiversInOne) }, (_, place) =>
      JSON.stringify(entries.slice(place * receiversInOne, (place + 1) * receiversInOne)),
    );
  }
}

/** Returns what an announcement tells: receivers' ids, each with what changed. */
export function readAnnouncement(text: string): [receiverId: string, changes: Change[]][] {
  // Only `ChangedReceivers` writes to the channel.
  return JSON.parse(text);
}

/** How long changes are gathered before they are announced together. */
const gatherMs = 5;
/** The shortest time between two announcements, so that a burst of changes makes few of them. */
const restMs = 100;

/** Announces the changes of one database's statements in this process, several at a time. */
export class Announcer {
  readonly #send: (texts: string[]) => Promise<unknown>;
  readonly #onLost: (error: unknown) => void;
  readonly #changed = new ChangedReceivers();
  #timer: NodeJS.Timeout | undefined;

  constructor(send: (texts: string[]) => Promise<unknown>, onLost: (error: unknown) => void) {
    this.#send = send;
    this.#onLost = onLost;
  }

  announce(changed: ChangedReceivers): void {
    this.#changed.addAll(changed);
    if (!this.#changed.isEmpty) this.#timer ??= this.#after(gatherMs);
  }

  #after(delayMs: number): NodeJS.Timeout {
    return setTimeout(() => {
      this.#timer = this.#changed.isEmpty ? undefined : this.#after(restMs);
      const texts = this.#changed.take();
      if (texts.length > 0) this.#send(texts).catch(this.#onLost);
    }, delayMs).unref();
  }
}

const announcers = new WeakMap<object, Announcer>();
const underWay = new WeakMap<object, ChangedReceivers>();

/** Sets the announcer of a database's changes. */
export function announceBy(database: object, announcer: Announcer): void {
  announcers.set(database, announcer);
}

/** Notes what a statement changed of a receiver: until its transaction commits, or, for a statement of its own, until it has run. */
export function noteChanges(transaction: object, { receiverId }: { receiverId: string }, changes: readonly Change[]): void {
  const changed = underWay.get(transaction) ?? new ChangedReceivers();
  changed.add(receiverId, changes);
  announcers.get(transaction)?.announce(changed);
}

/** Runs a transaction's work and announces, after its commit, what it noted. Nothing is announced of one that is rolled back. */
export async function announcingAfter<Result>(database: object, run: (begun: (transaction: object) => void) => Promise<Result>): Promise<Result> {
  const changed = new ChangedReceivers();
  const result = await run((transaction) => underWay.set(transaction, changed));
  announcers.get(database)?.announce(changed);
  return result;
}
