import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { type Change, changeKinds } from '../domain/receiver/changes.ts';
import { changesChannel, readAnnouncement } from './changes.ts';
import { connectionTo } from './primary.ts';

/** Hears what changed of one receiver. */
type Hear = (changes: readonly Change[]) => void;

interface Settings {
  databaseUrl: string;
  log: { warn(details: object, message: string): void };
}

/** The connection is looked at this often: one whose other end vanished reports nothing. */
const lookMs = 15_000;
const answerMs = 5_000;
/** Waits between two attempts to connect: the first, and the longest. */
const firstWaitMs = 100;
const longestWaitMs = 5_000;

/**
 * The announced changes of all receivers, from one connection of this process. After the connection was lost, everything of
 * everybody may have changed, and all who follow hear that.
 */
export class ChangeFeed {
  readonly #settings: Settings;
  readonly #followers = new Map<string, Set<Hear>>();
  readonly #stopping = new AbortController();
  #listening: Promise<void> | undefined;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** Begins to listen. Resolves once announcements are heard, or a first attempt has failed and others follow. */
  async listen(): Promise<void> {
    const attempted = Promise.withResolvers<void>();
    this.#listening ??= this.#keepListening(attempted.resolve);
    await attempted.promise;
  }

  /** Hears of a receiver's changes until the returned function is called. */
  follow(receiverId: string, hear: Hear): () => void {
    const followers = this.#followers.get(receiverId) ?? new Set();
    this.#followers.set(receiverId, followers.add(hear));
    return () => {
      followers.delete(hear);
      if (followers.size === 0 && this.#followers.get(receiverId) === followers) this.#followers.delete(receiverId);
    };
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#listening;
  }

  async #keepListening(attempted: () => void): Promise<void> {
    const { signal } = this.#stopping;
    for (let waitMs = firstWaitMs; !signal.aborted; waitMs = Math.min(longestWaitMs, waitMs * 2)) {
      const failure = await this.#listenOnce(() => {
        waitMs = firstWaitMs;
        attempted();
      }).catch((error: unknown) => error);
      attempted();
      if (signal.aborted) return;
      this.#settings.log.warn({ err: failure }, 'the connection that hears of changes was lost');
      await pause(waitMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Listens until the connection is lost, and returns why, or until this is stopped. */
  async #listenOnce(heard: () => void): Promise<unknown> {
    const client = new pg.Client({
      ...connectionTo(this.#settings.databaseUrl),
      application_name: 'headway changes',
      connectionTimeoutMillis: answerMs,
      query_timeout: answerMs,
    });
    const ended = Promise.withResolvers<unknown>();
    client.on('error', ended.resolve).on('end', () => ended.resolve(new Error('the connection ended')));
    client.on('notification', ({ payload }) => this.#hear(payload ?? '[]'));
    const stop = () => ended.resolve(undefined);
    this.#stopping.signal.addEventListener('abort', stop, { once: true });
    const looking = setInterval(() => client.query('SELECT 1').catch(ended.resolve), lookMs);
    try {
      await client.connect();
      await client.query(`LISTEN ${changesChannel}`);
      heard();
      for (const followers of this.#followers.values()) for (const hear of followers) hear(changeKinds);
      return await ended.promise;
    } finally {
      clearInterval(looking);
      this.#stopping.signal.removeEventListener('abort', stop);
      // A connection that was lost cannot be ended in good order.
      void client.end().catch(() => undefined);
    }
  }

  #hear(announcement: string): void {
    for (const [receiverId, changes] of readAnnouncement(announcement)) {
      for (const hear of this.#followers.get(receiverId) ?? []) hear(changes);
    }
  }
}
