import { useRouteLoaderData } from '@remix-run/react';
import type { loader } from './routes/app.tsx';

/** Returns the sentence that tells a member of the store's staff who can do what they only see; null for the owner. */
export function useOwnerNeeded(): string | null {
  return useRouteLoaderData<typeof loader>('routes/app')?.ownerNeeded ?? null;
}

/** Returns the sentence that names the person who takes the steps to a card; null for a reader who may take them, and for the team once they are taken. */
export function useSetupNeeds(): string | null {
  const frame = useRouteLoaderData<typeof loader>('routes/app');
  return frame?.setupNeeds ?? frame?.ownerNeeded ?? null;
}
