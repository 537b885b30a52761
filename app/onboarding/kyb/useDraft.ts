import { useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { putKyb } from '../../../server/contract/kyb.ts';
import { type DraftSaver, type DraftState, draftSaver } from '../../../server/domain/draftSaver.ts';
import type { KybForm } from '../../../server/domain/kyb.ts';
import { callCore } from '../call.ts';

function after(pause_ms: number, work: () => void): () => void {
  const waiting = setTimeout(work, pause_ms);
  return () => clearTimeout(waiting);
}

async function keep(token: string, form: KybForm, page: number): Promise<void> {
  const kept = await callCore<typeof putKyb>('PUT /api/users/:token/kyb', { params: { token }, body: { form, page } });
  if (!kept.ok) throw new Error(kept.problem.detail);
}

/** Keeps the form at the server as it is typed, right or wrong, with the page it was left on. */
export function useDraft(form: UseFormReturn<KybForm>, token: string, page: number): { state: DraftState; flush: () => Promise<void> } {
  const [state, setState] = useState<DraftState>('saved');
  const shownPage = useRef(page);
  const saver = useRef<DraftSaver | null>(null);

  useEffect(() => {
    const opened = draftSaver({ send: () => keep(token, form.getValues(), shownPage.current), tell: setState, after });
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
  }, [form, token]);

  useEffect(() => {
    if (shownPage.current === page) return;
    shownPage.current = page;
    saver.current?.changed();
  }, [page]);

  return { state, flush: () => saver.current?.flush() ?? Promise.resolve() };
}
