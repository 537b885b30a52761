import type { Draft } from '../../../server/browser/kyb/useDraft.ts';
import { SaveBar } from '../../components/SaveBar.tsx';

/** The admin's save bar while what was typed could not be saved by itself. Nothing of it can be discarded: it is a draft in any case. */
export function UnsavedDraft({ draft: { state, flush } }: { draft: Draft }) {
  return <SaveBar isUnsaved={state === 'failed'} onSave={() => void flush()} />;
}
