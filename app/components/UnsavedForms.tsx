import { useBlocker } from '@remix-run/react';
import { useAppBridge } from '@shopify/app-bridge-react';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useId, useMemo, useRef, useState } from 'react';

interface Unsaved {
  /** The form whose bar is shown: the admin has room for one; null while nothing is unsaved. */
  shown: string | null;
  mark(form: string, isUnsaved: boolean): void;
}

const UnsavedContext = createContext<Unsaved>({ shown: null, mark: () => undefined });

/** Asks once before a page is left on which forms have unsaved changes: the app's router can be stopped from one place only. */
export function UnsavedForms({ children }: { children: ReactNode }) {
  const shopify = useAppBridge();
  // Read when a page is left, which may happen before what was saved is drawn.
  const forms = useRef<readonly string[]>([]);
  const [shown, setShown] = useState<string | null>(null);
  const mark = useCallback((form: string, isUnsaved: boolean) => {
    forms.current = [...forms.current.filter((other) => other !== form), ...(isUnsaved ? [form] : [])];
    setShown(forms.current.at(-1) ?? null);
  }, []);
  const blocker = useBlocker(({ currentLocation, nextLocation }) => forms.current.length > 0 && currentLocation.pathname !== nextLocation.pathname);
  useEffect(() => {
    if (blocker.state !== 'blocked' || forms.current.length === 0) return;
    // The admin asks; its answer comes only when the merchant leaves.
    void shopify.saveBar.leaveConfirmation().then(blocker.proceed, blocker.reset);
  }, [blocker, shopify]);
  // A person who stayed may have saved since.
  useEffect(() => {
    if (blocker.state === 'blocked' && shown === null) blocker.reset();
  }, [blocker, shown]);
  const unsaved = useMemo(() => ({ shown, mark }), [shown, mark]);
  return <UnsavedContext.Provider value={unsaved}>{children}</UnsavedContext.Provider>;
}

/** Returns whether a form shows the admin's bar: it has unsaved changes, and none that had its first one later does. */
export function useUnsavedForm(isUnsaved: boolean): boolean {
  const form = useId();
  const { shown, mark } = useContext(UnsavedContext);
  useEffect(() => {
    mark(form, isUnsaved);
    return () => mark(form, false);
  }, [form, mark, isUnsaved]);
  return isUnsaved && shown === form;
}
