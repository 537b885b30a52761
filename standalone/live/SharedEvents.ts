import { type Change, changeKinds } from '../../server/domain/receiver/changes.ts';
import { readEvents } from './readEvents.ts';

interface Settings {
  /** Names the person and the receiver: tabs of one key share one stream. */
  key: string;
  /** Opens the stream. Throws when it cannot be had. */
  open: (signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>;
  changed: (changes: readonly Change[]) => void;
  /** Whether changes are heard now. While they are not, the page asks for them. */
  live: (isLive: boolean) => void;
}

/** Messages from the tab that holds the stream to the others. */
type Message = { kind: 'open' } | { kind: 'alive' } | { kind: 'down' } | { kind: 'changed'; changes: readonly Change[] } | { kind: 'question' };

/** Waits in ms before the stream is opened again: after it ended as announced, and after failures, twice as long each time. */
const reopenMs = 1_000;
const longestWaitMs = 60_000;
/** The server writes something every 20 seconds. A tab that hears nothing for so long takes the stream over: a browser may have put the tab that holds it to sleep. */
const silenceMs = 50_000;

/**
 * The stream of events of one receiver, held by one tab of the browser and told to the others. The lock decides which tab: it
 * goes to the next one when its tab is closed. Without locks and channels each tab holds a stream of its own.
 */
export class SharedEvents {
  readonly #settings: Settings;
  readonly #ending = new AbortController();
  readonly #channel: BroadcastChannel | null;
  #isLeading = false;
  #isLive = false;
  #silence: ReturnType<typeof setTimeout> | undefined;

  constructor(settings: Settings) {
    this.#settings = settings;
    const name = `events of ${settings.key}`;
    this.#channel = 'BroadcastChannel' in window && 'locks' in navigator ? new BroadcastChannel(name) : null;
    if (this.#channel) {
      this.#channel.onmessage = ({ data }: MessageEvent<Message>) => this.#hear(data);
      this.#channel.postMessage({ kind: 'question' } satisfies Message);
      this.#listenForLife();
      this.#queue(name, false);
    } else {
      void this.#lead(this.#ending.signal);
    }
  }

  close(): void {
    this.#ending.abort();
    clearTimeout(this.#silence);
    this.#channel?.close();
  }

  /** Waits for its turn to hold the stream. One that takes it over does not wait. */
  #queue(name: string, takesOver: boolean): void {
    const options = takesOver ? { steal: true } : { signal: this.#ending.signal };
    navigator.locks
      .request(name, options, () => {
        const leading = new AbortController();
        const signal = AbortSignal.any([leading.signal, this.#ending.signal]);
        this.#stopLeading = () => leading.abort();
        return this.#lead(signal);
      })
      .catch((failure: unknown) => {
        this.#stopLeading();
        this.#isLeading = false;
        if (this.#ending.signal.aborted) return;
        // Another tab has taken the stream over.
        if (failure instanceof DOMException && failure.name === 'AbortError') this.#queue(name, false);
        // A frame in another site's page may be denied locks.
        else void this.#lead(this.#ending.signal);
      });
  }

  #stopLeading: () => void = () => {};

  /** Holds the stream and opens it again whenever it ends, until the signal aborts. */
  async #lead(signal: AbortSignal): Promise<void> {
    this.#isLeading = true;
    clearTimeout(this.#silence);
    for (let waitMs = reopenMs; !signal.aborted; ) {
      try {
        const body = await this.#settings.open(signal);
        waitMs = reopenMs;
        this.#tell({ kind: 'open' });
        await readEvents(body, {
          alive: () => this.#tell({ kind: 'alive' }),
          changed: (changes) => this.#tell({ kind: 'changed', changes }),
        });
      } catch {
        // Without a stream the page asks by itself.
        if (signal.aborted) return;
        this.#tell({ kind: 'down' });
        waitMs = Math.min(longestWaitMs, waitMs * 2);
      }
      await pause(waitMs * (0.5 + Math.random()), signal);
    }
  }

  #tell(message: Message): void {
    if (this.#ending.signal.aborted) return;
    this.#channel?.postMessage(message);
    this.#hear(message);
  }

  #hear(message: Message): void {
    if (message.kind === 'question') {
      if (this.#isLeading && this.#isLive) this.#channel?.postMessage({ kind: 'alive' } satisfies Message);
      return;
    }
    if (!this.#isLeading) this.#listenForLife();
    const wasLive = this.#isLive;
    this.#setLive(message.kind !== 'down');
    // Nobody told what changed while no stream was open: anything may have.
    if (message.kind === 'open' || (!wasLive && message.kind === 'alive')) this.#settings.changed(changeKinds);
    if (message.kind === 'changed') this.#settings.changed(message.changes);
  }

  #setLive(isLive: boolean): void {
    if (this.#isLive === isLive) return;
    this.#isLive = isLive;
    this.#settings.live(isLive);
  }

  #listenForLife(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => {
      this.#setLive(false);
      if (document.visibilityState === 'visible') this.#queue(this.#channel?.name ?? '', true);
    }, silenceMs);
  }
}

function pause(timeMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, timeMs);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
