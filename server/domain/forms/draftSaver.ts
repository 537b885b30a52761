export type DraftState = 'untouched' | 'saved' | 'saving' | 'failed';

export const draftWords: Readonly<Record<DraftState, string>> = {
  untouched: '',
  saved: 'Saved',
  saving: 'Saving…',
  failed: 'Not saved yet. We keep trying.',
};

export interface DraftSaver {
  /** Reports that something was typed; it is saved after a pause in typing. */
  changed(): void;
  /** Saves unsaved changes at once. Resolves after the attempt, successful or not. */
  flush(): Promise<void>;
  /** Saves unsaved changes a last time, and nothing afterward. */
  close(): void;
}

interface DraftSaverOptions {
  send: () => Promise<unknown>;
  onState: (state: DraftState) => void;
  /** Runs `work` after `pauseMs`, unless the returned function is called before. */
  after: (pauseMs: number, work: () => void) => () => void;
}

/** A pause in typing long enough for a word to be finished. */
const pauseMs = 700;
const retryMs = 5_000;

/** Saves a draft while it is typed: one save at a time, the last one with all changes, and retries a failed save. */
export function draftSaver({ send, onState, after }: DraftSaverOptions): DraftSaver {
  let isDirty = false;
  let isClosed = false;
  let stopWaiting = () => {};
  let running: Promise<void> = Promise.resolve();

  async function save(): Promise<void> {
    if (!isDirty) return;
    isDirty = false;
    try {
      await send();
      if (!isDirty) onState('saved');
    } catch {
      isDirty = true;
      onState('failed');
      later(retryMs);
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
      onState('saving');
      later(pauseMs);
    },
    flush,
    close() {
      isClosed = true;
      void flush();
    },
  };
}
