export type DraftState = 'saved' | 'saving' | 'failed';

export const draftWords: Readonly<Record<DraftState, string>> = {
  saved: 'Saved',
  saving: 'Saving…',
  failed: 'Not saved yet. We keep trying.',
};

export interface DraftSaver {
  /** Something was typed: it is saved after a pause in typing. */
  changed(): void;
  /** Saves at once what has not been saved yet. Resolves when that was tried. */
  flush(): Promise<void>;
  /** Saves what is left, and nothing ever after. */
  close(): void;
}

interface DraftSaverOptions {
  send: () => Promise<unknown>;
  tell: (state: DraftState) => void;
  /** Does something after so long, unless the answered function is called before. */
  after: (pause_ms: number, work: () => void) => () => void;
}

/** A pause in typing long enough for a word to be finished. */
const pause_ms = 700;
const retry_ms = 5_000;

/** Saves a draft while it is typed: one save after the other, the last with everything, and again when one has failed. */
export function draftSaver({ send, tell, after }: DraftSaverOptions): DraftSaver {
  let isDirty = false;
  let isClosed = false;
  let stopWaiting = () => {};
  let running: Promise<void> = Promise.resolve();

  async function save(): Promise<void> {
    if (!isDirty) return;
    isDirty = false;
    try {
      await send();
      if (!isDirty) tell('saved');
    } catch {
      isDirty = true;
      tell('failed');
      later(retry_ms);
    }
  }

  function flush(): Promise<void> {
    stopWaiting();
    running = running.then(save);
    return running;
  }

  function later(pause: number): void {
    stopWaiting();
    if (!isClosed) stopWaiting = after(pause, () => void flush());
  }

  return {
    changed() {
      isDirty = true;
      tell('saving');
      later(pause_ms);
    },
    flush,
    close() {
      isClosed = true;
      void flush();
    },
  };
}
