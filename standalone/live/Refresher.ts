import type { Change } from '../../server/domain/receiver/changes.ts';

/** The shortest time between two readings in ms, for the first few, and for a page to which changes keep coming: it shares a limit of calls with its other tabs. */
const shortRestMs = 250;
const longRestMs = 2_000;
/** How many readings may come soon after each other, and within how many ms. */
const soonReadings = 6;
const countedMs = 12_000;

/** Gathers changes and has them read: at once when the page is seen, with rests between; else when it is next looked at. */
export class Refresher {
  readonly #read: (changes: ReadonlySet<Change>) => void;
  readonly #changed = new Set<Change>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #readings: number[] = [];

  constructor(read: (changes: ReadonlySet<Change>) => void) {
    this.#read = read;
    document.addEventListener('visibilitychange', this.#look);
  }

  add(changes: readonly Change[]): void {
    for (const change of changes) this.#changed.add(change);
    this.#look();
  }

  close(): void {
    document.removeEventListener('visibilitychange', this.#look);
    clearTimeout(this.#timer);
  }

  readonly #look = () => {
    if (this.#changed.size === 0 || this.#timer !== undefined || document.visibilityState !== 'visible') return;
    const now = performance.now();
    this.#readings = [...this.#readings.filter((at) => at > now - countedMs), now];
    const changes = new Set(this.#changed);
    this.#changed.clear();
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        this.#look();
      },
      this.#readings.length > soonReadings ? longRestMs : shortRestMs,
    );
    this.#read(changes);
  };
}
