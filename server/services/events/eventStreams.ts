import { Counter, Gauge, type Registry } from 'prom-client';
import { DomainError } from '../../domain/basics/errors.ts';
import type { Change } from '../../domain/receiver/changes.ts';

/** The announced changes of receivers' data. */
interface Changes {
  /** Hears of a receiver's changes until the returned function is called. */
  follow(receiverId: string, hear: (changes: readonly Change[]) => void): () => void;
}

/** A person has one stream in each browser, and one more for each customer whom they view. */
const perPerson = 8;
const perProcess = 2_000;
/** How long a client that was refused a stream asks without one. */
const retryAfterSeconds = 60;

/** How often a stream says that it is alive. Proxies cut off what is silent for longer, often after a minute. */
export const beatSeconds = 20;

interface Opening {
  /** The receiver of the person who opens it. */
  person: string;
  /** The receiver whose changes it tells. */
  receiverId: string;
  /** Aborts when the client disconnects. */
  left: AbortSignal;
  lastsMs: number;
  /** Returns whether the person may still see the receiver; asked at each sign of life. */
  mayGoOn: () => Promise<boolean>;
}

/** The streams of events that this process holds open: their number is bounded, and a stop ends them all. */
export class EventStreams {
  readonly #changes: Changes;
  readonly #beatMs: number;
  readonly #persons = new Map<string, number>();
  readonly #stopping = new AbortController();
  readonly #refused: Counter;
  readonly #told: Counter;
  #open = 0;

  constructor(changes: Changes, metrics: Registry, { beatMs = beatSeconds * 1_000 } = {}) {
    this.#beatMs = beatMs;
    this.#changes = changes;
    const counts = () => this.#open;
    new Gauge({
      name: 'event_streams_open',
      help: 'streams of events that browsers hold open',
      registers: [metrics],
      collect() {
        this.set(counts());
      },
    });
    this.#refused = new Counter({ name: 'event_streams_refused_total', help: 'streams refused because too many were open', registers: [metrics] });
    this.#told = new Counter({ name: 'events_told_total', help: 'events written to streams', registers: [metrics] });
  }

  /** Opens a stream. Throws `rate_limited` when the person, or this process, has too many, and `not_ready` during a stop. */
  open(opening: Opening): AsyncIterable<string> {
    const { person, left } = opening;
    if (this.#stopping.signal.aborted)
      throw new DomainError('not_ready', { retryAfterSeconds: 1, reason: 'The service is restarting. Try again in a moment.' });
    const ofPerson = this.#persons.get(person) ?? 0;
    if (ofPerson >= perPerson || this.#open >= perProcess) {
      this.#refused.inc();
      throw new DomainError('rate_limited', {
        retryAfterSeconds,
        reason: 'This is open in too many places to be kept up to date at once. It asks again every few seconds instead.',
      });
    }
    this.#open += 1;
    this.#persons.set(person, ofPerson + 1);
    const close = () => {
      left.removeEventListener('abort', close);
      if (isClosed) return;
      isClosed = true;
      this.#open -= 1;
      const others = (this.#persons.get(person) ?? 1) - 1;
      if (others === 0) this.#persons.delete(person);
      else this.#persons.set(person, others);
    };
    let isClosed = false;
    // One that nobody reads ends with its connection.
    left.addEventListener('abort', close, { once: true });
    return this.#lines(opening, close);
  }

  /** Ends every stream, so that the process can stop. */
  async close(): Promise<void> {
    this.#stopping.abort();
  }

  async *#lines({ receiverId, left, lastsMs, mayGoOn }: Opening, close: () => void): AsyncGenerator<string> {
    const end = AbortSignal.any([left, this.#stopping.signal, AbortSignal.timeout(lastsMs)]);
    const changed = new Set<Change>();
    let isBeatDue = false;
    let woken = Promise.withResolvers<void>();
    const wake = () => woken.resolve();
    const unfollow = this.#changes.follow(receiverId, (changes) => {
      for (const change of changes) changed.add(change);
      wake();
    });
    const beats = setInterval(() => {
      isBeatDue = true;
      wake();
    }, this.#beatMs);
    end.addEventListener('abort', wake, { once: true });
    try {
      yield ': open\n\n';
      while (!end.aborted) {
        await woken.promise;
        woken = Promise.withResolvers();
        if (end.aborted) return;
        if (changed.size > 0) {
          const told = JSON.stringify([...changed]);
          changed.clear();
          this.#told.inc();
          yield `data: ${told}\n\n`;
        }
        if (!isBeatDue) continue;
        isBeatDue = false;
        if (!(await mayGoOn())) return;
        yield ': beat\n\n';
      }
    } finally {
      end.removeEventListener('abort', wake);
      clearInterval(beats);
      unfollow();
      close();
    }
  }
}
