import { useEffect } from 'react';
import { useProgram } from './program.ts';

/** `Dashboard | Harbor` for a merchant who is onboarded, `Get Started | Harbor` for everybody else. */
export function pageTitle(isOnboarded: boolean, label: string): string {
  return `${isOnboarded ? 'Dashboard' : 'Get Started'} | ${label}`;
}

export function usePageTitle(isOnboarded: boolean): void {
  const { label } = useProgram();
  useEffect(() => {
    document.title = pageTitle(isOnboarded, label);
  }, [isOnboarded, label]);
}
