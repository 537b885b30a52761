import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createRequestHandler, type GetLoadContextFunction } from '@remix-run/express';
import type { ServerBuild } from '@remix-run/node';
import { type RequestHandler, type Response, Router } from 'express';
import { DomainError } from '../domain/basics/errors.ts';
import type { Deps } from '../services/deps.ts';
import { describePage } from '../services/receiver/describePage.ts';
import { exchangeOnce } from '../services/store/shopify/exchangeOnce.ts';
import { shopSessions } from '../services/store/shopify/shopSessions.ts';
import { maximumBodyBytes } from './apiRequest.ts';
import { builtFiles } from './builtFiles.ts';
import { clientPace } from './clientPace.ts';
import { createEmbeddedCore } from './embeddedCore.ts';
import type { CoreLoadContext } from './loadContext.ts';
import { embeddedHeaders, fontUrl } from './middleware/embeddedHeaders.ts';
import { sendProblem } from './middleware/problems.ts';
import { leaving, mayBeLonger, originOf } from './request.ts';
import type { Route } from './route.ts';

const buildFolder = path.resolve('build/app');

/** The built app, or in development a function that reloads it for each request. */
export type EmbeddedBuild = ServerBuild | (() => Promise<ServerBuild>);

/** Loads the built app. Throws where it was not built. */
export async function builtEmbeddedApp(): Promise<EmbeddedBuild> {
  return (await import(pathToFileURL(path.join(buildFolder, 'server/index.js')).href)) as ServerBuild;
}

/** Makes the function that builds the app's load context for each request. */
function loadContext(deps: Deps, routes: readonly Route[]): GetLoadContextFunction {
  const { config, log } = deps;
  const coreOf = createEmbeddedCore(deps, routes);
  const sessions = shopSessions(deps);
  const once = exchangeOnce(deps);
  return (request, response) => {
    const { program, requestId, nonce } = response.locals;
    const context: CoreLoadContext = {
      requestId,
      nonce,
      page: describePage(deps, program),
      siteUrl: program.siteUrl,
      shopify: { ...config.shopify, appUrl: config.publicUrl, fontUrl: fontUrl(config.shopify) },
      sessions,
      core: coreOf({ program, origin: originOf(request, response), left: leaving(response), untilTaken: untilTaken(response) }),
      exchangeOnce: once,
      reportFailure: (error) => log.error({ err: error, request_id: requestId }, 'a page of the embedded app failed'),
    };
    return { ...context };
  };
}

interface Parts {
  deps: Deps;
  /** The calls that the app may make. */
  routes: readonly Route[];
  build: EmbeddedBuild;
  development: boolean;
}

/** The methods that the app may be asked by; its library cannot read a request with any other. */
const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

const refuseOtherMethods: RequestHandler = ({ method }, response, next) => (methods.has(method) ? next() : sendProblem(response, 'method_not_allowed'));

/** The largest body that a page sends, in bytes: that of a call, and the call's name around it. */
const maximumEnvelopeBytes = maximumBodyBytes + 16 * 1024;

/** Refuses a longer body before any of it is read, since Remix reads a body whole. */
const boundedBody: RequestHandler = (request, _response, next) => {
  next(mayBeLonger(request, maximumEnvelopeBytes) ? new DomainError('body_too_large') : undefined);
};

/** Returns the function that waits until the browser has taken what was written. Remix writes without waiting, so its streams must wait. */
function untilTaken(response: Response): () => Promise<void> {
  const pace = clientPace(response);
  const write = response.write.bind(response);
  // The overloads of write differ in arguments that are only passed on.
  response.write = ((...given: Parameters<typeof write>) => {
    const hasRoom = write(...given);
    pace.wrote(hasRoom);
    return hasRoom;
  }) as typeof response.write;
  return () => pace.untilTaken();
}

/** Serves the embedded app below /shopify and, when built, its assets. */
export function embeddedApp({ deps, routes, build, development }: Parts): RequestHandler {
  const router = Router();
  if (!development) router.use('/_assets/shopify', builtFiles(path.join(buildFolder, 'client')));
  // Navigation within the app loads a page's data from the page's address followed by `.data`. Webhooks of the platform
  // and calls of its admin extensions (`ext/`) are handled by the core.
  const paths = ['/shopify', '/shopify.data', /^\/shopify\/(?!webhooks$|ext\/)/];
  router.all(
    paths,
    embeddedHeaders(deps),
    refuseOtherMethods,
    boundedBody,
    createRequestHandler({ build, getLoadContext: loadContext(deps, routes), mode: development ? 'development' : 'production' }),
  );
  return router;
}
