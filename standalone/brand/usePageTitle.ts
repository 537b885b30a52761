import { useEffect } from 'react';
import { pageTitle } from '../../server/domain/access/guard.ts';
import { useProgram } from './program.ts';

/** Keeps the document's title at `Dashboard | Harbor` or `Get Started | Harbor`. Null means that it is not known yet. */
export function usePageTitle(isOnboarded: boolean | null): void {
  const { label } = useProgram();
  useEffect(() => {
    document.title = pageTitle(isOnboarded, label);
  }, [isOnboarded, label]);
}
