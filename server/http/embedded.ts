import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createRequestHandler, type GetLoadContextFunction } from '@remix-run/express';
import type { ServerBuild } from '@remix-run/node';
import express, { type RequestHandler, Router } from 'express';
import type { Deps } from '../services/deps.ts';
import type { CoreLoadContext } from './loadContext.ts';

const buildFolder = path.resolve('build/app');

/** The built app, or in development a function that loads it anew for each request. */
export type EmbeddedBuild = ServerBuild | (() => Promise<ServerBuild>);

export async function builtEmbeddedApp(): Promise<EmbeddedBuild> {
  return (await import(pathToFileURL(path.join(buildFolder, 'server/index.js')).href)) as ServerBuild;
}

/** The embedded app below /shopify and, when built, its assets. It sets its own headers, since its framing depends on the shop. */
export function embeddedApp(deps: Deps, build: EmbeddedBuild, { development }: { development: boolean }): RequestHandler {
  const router = Router();
  const getLoadContext: GetLoadContextFunction = (_request, response) => {
    const context: CoreLoadContext = { deps, requestId: response.locals.requestId, nonce: response.locals.nonce };
    return { ...context };
  };
  if (!development)
    router.use('/_assets/shopify', express.static(path.join(buildFolder, 'client'), { immutable: true, maxAge: '1y', index: false, fallthrough: false }));
  router.all(['/shopify', '/shopify/*'], createRequestHandler({ build, getLoadContext, mode: development ? 'development' : 'production' }));
  return router;
}
