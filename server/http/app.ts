import compression from 'compression';
import express, { type Express, type RequestHandler } from 'express';
import { openApiDocument } from '../contract/openapi.ts';
import { madeOnce } from '../domain/basics/madeOnce.ts';
import type { Deps } from '../services/deps.ts';
import { apiDocsPage } from './apiDocs.ts';
import { expressCall } from './expressCall.ts';
import { isPagePath, robots, webManifest } from './frontends.ts';
import { healthRoutes } from './health.ts';
import { ingestProxy } from './ingest.ts';
import { openToExtensions } from './middleware/extensions.ts';
import { basicHeaders, securityHeaders } from './middleware/headers.ts';
import { operatorsOnly } from './middleware/operatorsOnly.ts';
import { noSuchCall, problemHandler, sendProblem } from './middleware/problems.ts';
import { limitAddress } from './middleware/rateLimit.ts';
import { requestId } from './middleware/requestId.ts';
import { requestLog } from './middleware/requestLog.ts';
import { policyReports } from './policyReports.ts';
import type { Route } from './route.ts';

/** The handlers of the frontends. Each handles the requests of its own paths and passes the others on. */
export interface Frontends {
  /** Static files of the branded site. */
  assets: RequestHandler;
  /** The page of the branded site, for every path. */
  page: RequestHandler;
  /** The embedded app below /shopify, with its assets. */
  embedded: RequestHandler;
}

interface Parts {
  deps: Deps;
  routes: readonly Route[];
  /** Routers below /webhooks, /bigcommerce and /mails: they read raw bodies, or none. */
  raw: readonly RequestHandler[];
  frontends: Frontends | undefined;
  isReady: () => Promise<boolean>;
  development: boolean;
}

const byHost =
  (deps: Deps): RequestHandler =>
  (request, response, next) => {
    response.locals.program = deps.programOfHost(request.hostname);
    next();
  };

/** Leads browsers, which ask for this file of themselves where a page names none, to the program's own. */
const favicon: RequestHandler = (_request, response) => response.redirect(302, response.locals.program.logo.favicon);

/** Mounts each declared call, and a 405 for other methods at its address. */
function mountApi(app: Express, deps: Deps, routes: readonly Route[]): void {
  for (const { contract, answering } of routes) {
    app[contract.method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete'](contract.path, expressCall(answering(deps)));
  }
  const document = madeOnce(() => openApiDocument(routes.map((route) => route.contract)));
  app.get('/api/openapi.json', operatorsOnly(deps), (_request, response) => response.json(document()));
  app.get('/api/docs', operatorsOnly(deps), (_request, response) => response.type('html').send(apiDocsPage(document(), response.locals.nonce)));
  for (const path of new Set(routes.map((route) => route.contract.path))) {
    app.all(path, (_request, response) => {
      const allowed = routes.filter((route) => route.contract.path === path).map((route) => route.contract.method);
      response.setHeader('Allow', allowed.join(', '));
      sendProblem(response, 'method_not_allowed');
    });
  }
  app.use('/api', limitAddress(deps), noSuchCall);
}

/**
 * Assembles the web process. The order matters: the raw-body paths and the embedded app come before anything that would
 * read a body, and no body parser is global.
 */
export function createApp({ deps, routes, raw, frontends, isReady, development }: Parts): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', deps.config.trustedProxies);
  app.set('query parser', 'simple');
  // Clients never store answers of the API, so an ETag is useless there; the frontends' files have their own.
  app.set('etag', false);
  app.use(requestId, requestLog(deps.log), basicHeaders(deps.config), byHost(deps));
  app.use(healthRoutes(deps, isReady));
  app.use(compression());
  if (frontends) app.use(frontends.embedded);
  app.use(securityHeaders(deps, { development }));
  app.use('/shopify/ext', openToExtensions);
  app.use('/ingest', ingestProxy(deps));
  app.use(policyReports(deps));
  for (const handler of raw) app.use(handler);
  if (frontends) app.use(frontends.assets);
  mountApi(app, deps, routes);
  if (frontends) app.get('/favicon.ico', favicon).get('/robots.txt', robots).get('/manifest.webmanifest', webManifest);
  if (frontends) app.get(/.*/, (request, response, next) => (isPagePath(request.path) ? frontends.page(request, response, next) : next()));
  app.use(noSuchCall);
  app.use(problemHandler(deps.log));
  return app;
}
