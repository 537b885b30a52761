import { useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { type DraftSaver, type DraftState, draftSaver } from '../../domain/forms/draftSaver.ts';
import type { KybForm } from '../../domain/kyb/kyb.ts';

/** Saves the form on the server, with the number of the open page. Rejects when it could not be saved. */
export type SaveDraft = (form: KybForm, page: number) => Promise<unknown>;

export interface Draft {
  state: DraftState;
  /** Saves unsaved changes at once. Resolves after the attempt, successful or not. */
  flush: () => Promise<void>;
}

function after(delayMs: number, work: () => void): () => void {
  const waiting = setTimeout(work, delayMs);
  return () => clearTimeout(waiting);
}

/** Saves the form on the server as it is typed, valid or not, and when its page changes or the document is hidden. */
export function useDraft(form: UseFormReturn<KybForm>, page: number, saveDraft: SaveDraft): Draft {
  const [state, setState] = useState<DraftState>('untouched');
  const shownPage = useRef(page);
  const saver = useRef<DraftSaver | null>(null);
  const saveDraftRef = useRef(saveDraft);
  saveDraftRef.current = saveDraft;

  useEffect(() => {
    const opened = draftSaver({ send: () => saveDraftRef.current(form.getValues(), shownPage.current), onState: setState, after });
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
