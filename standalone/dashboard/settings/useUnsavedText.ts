import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';

interface UnsavedText {
  /** The text typed before and neither saved nor given up; null when there is none. */
  text: string | null;
  keep(text: string): void;
  forget(): void;
}

/** Keeps what was typed into a field of the settings while another page is shown. It is only in memory, and one account never sees another's. */
export function useUnsavedText(token: string, field: string): UnsavedText {
  const queries = useQueryClient();
  const [key] = useState(() => ['unsaved', token, field]);
  return {
    text: queries.getQueryData<string>(key) ?? null,
    keep: useCallback((text: string) => void queries.setQueryData(key, text), [queries, key]),
    forget: () => queries.removeQueries({ queryKey: key }),
  };
}
