import { useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { type DraftSaver, type DraftState, draftSaver } from '../../domain/forms/draftSaver.ts';
import type { KybForm } from '../../domain/kyb/kyb.ts';

/** Keeps the form at the server, with the page it was left on. Rejects when it could not be kept. */
export type KeepDraft = (form: KybForm, page: number) => Promise<unknown>;

export interface Draft {
  state: DraftState;
  /** Keeps at once what is not kept yet. Resolves when that was tried. */
  flush: () => Promise<void>;
}

function after(pause_ms: number, work: () => void): () => void {
  const waiting = setTimeout(work, pause_ms);
  return () => clearTimeout(waiting);
}

/** Keeps the form at the server as it is typed, right or wrong, and when the page is turned or left. */
export function useDraft(form: UseFormReturn<KybForm>, page: number, keep: KeepDraft): Draft {
  const [state, setState] = useState<DraftState>('saved');
  const shownPage = useRef(page);
  const saver = useRef<DraftSaver | null>(null);
  const keeping = useRef(keep);
  keeping.current = keep;

  useEffect(() => {
    const opened = draftSaver({ send: () => keeping.current(form.getValues(), shownPage.current), tell: setState, after });
    saver.current = opened;
    const { unsubscribe } = form.watch(() => opened.changed());
    const saveBeforeLeaving = () => {
      if (document.visibilityState === 'hidden') void opened.flush();
    };
    document.addEventListener('visibilitychange', saveBeforeLeaving);
    return () => {
      unsubscribe();
      document.removeEventListener('visibilitychange', saveBeforeLeaving);
      opened.close();
    };
  }, [form]);

  useEffect(() => {
    if (shownPage.current === page) return;
    shownPage.current = page;
    saver.current?.changed();
  }, [page]);

  return { state, flush: () => saver.current?.flush() ?? Promise.resolve() };
}
