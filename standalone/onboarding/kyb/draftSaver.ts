export type DraftState = 'saved' | 'saving' | 'failed';

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
  pause_ms: number;
  retry_ms: number;
}

/** Saves a draft while it is typed: one save after the other, the last with everything, and again when one has failed. */
export function draftSaver({ send, tell, pause_ms, retry_ms }: DraftSaverOptions): DraftSaver {
  let isDirty = false;
  let isClosed = false;
  let waiting: ReturnType<typeof setTimeout> | undefined;
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
    clearTimeout(waiting);
    running = running.then(save);
    return running;
  }

  function later(pause: number): void {
    clearTimeout(waiting);
    if (!isClosed) waiting = setTimeout(() => void flush(), pause);
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
