import { useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { putKyb } from '../../../server/contract/kyb.ts';
import { type DraftSaver, type DraftState, draftSaver } from '../../../server/domain/draftSaver.ts';
import type { KybForm } from '../../../server/domain/kyb.ts';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';

function after(pause_ms: number, work: () => void): () => void {
  const waiting = setTimeout(work, pause_ms);
  return () => clearTimeout(waiting);
}

/** Keeps the form at the server as it is typed, right or wrong, with the page it was left on. */
export function useDraft(form: UseFormReturn<KybForm>, page: number): { state: DraftState; flush: () => Promise<void> } {
  const api = useApi();
  const { token } = useReceiver().receiver;
  const [state, setState] = useState<DraftState>('saved');
  const shownPage = useRef(page);
  const saver = useRef<DraftSaver | null>(null);

  useEffect(() => {
    const opened = draftSaver({
      send: () => api.call<typeof putKyb>('PUT /api/users/:token/kyb', { params: { token }, body: { form: form.getValues(), page: shownPage.current } }),
      tell: setState,
      after,
    });
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
  }, [api, form, token]);

  useEffect(() => {
    if (shownPage.current === page) return;
    shownPage.current = page;
    saver.current?.changed();
  }, [page]);

  return { state, flush: () => saver.current?.flush() ?? Promise.resolve() };
}
