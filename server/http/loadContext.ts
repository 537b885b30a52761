import type { Deps } from '../services/deps.ts';

/** What the embedded app gets of the core with each request: it opens nothing of its own. */
export interface CoreLoadContext {
  deps: Deps;
  requestId: string;
  /** Allows this answer's own scripts. */
  nonce: string;
}

declare module '@remix-run/node' {
  interface AppLoadContext extends CoreLoadContext {}
}
