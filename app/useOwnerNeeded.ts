import { useRouteLoaderData } from '@remix-run/react';
import type { loader } from './routes/app.tsx';

/** Returns the sentence that tells a member of the store's staff who can do what they only see; null for the owner. */
export function useOwnerNeeded(): string | null {
  return useRouteLoaderData<typeof loader>('routes/app')?.ownerNeeded ?? null;
}
