import { useAppBridge } from '@shopify/app-bridge-react';
import { useCallback, useEffect, useRef } from 'react';
import type { SaveResult } from './saveResult.ts';

/** Returns the function that says in the admin, for some seconds, what has taken effect. Failures stay on the page instead. */
export function useToast(): (message: string) => void {
  const shopify = useAppBridge();
  return useCallback((message) => void shopify.toast.show(message), [shopify]);
}

interface Sent {
  state: 'idle' | 'loading' | 'submitting';
  data?: SaveResult | undefined;
}

/** Says once what a form's answer has put into effect; `words` are of the moment of the answer. `onSaved` runs with it. */
export function useSavedToast({ state, data }: Sent, words: string, onSaved: () => void = nothing): void {
  const toast = useToast();
  const told = useRef<SaveResult | undefined>(undefined);
  const saved = useRef(onSaved);
  saved.current = onSaved;
  useEffect(() => {
    if (state !== 'idle' || data?.isSaved !== true || told.current === data) return;
    told.current = data;
    saved.current();
    toast(words);
  }, [state, data, words, toast]);
}

const nothing = () => undefined;
