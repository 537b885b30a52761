import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { pageTitle } from '../../server/domain/access/pageNames.ts';
import { useProgram } from './program.ts';

/** Keeps the document's title at that of the page, such as `Payments · Dashboard | Harbor` or `Get Started | Harbor`. Null means that it is not known yet. */
export function usePageTitle(isOnboarded: boolean | null, isStaff = false): void {
  const { pathname } = useLocation();
  const { label } = useProgram();
  useEffect(() => {
    document.title = pageTitle({ isOnboarded, isStaff }, label, pathname);
  }, [isOnboarded, isStaff, label, pathname]);
}
