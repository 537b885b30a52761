import type { Request, RequestHandler } from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { DomainError } from '../domain/basics/errors.ts';
import type { Deps } from '../services/deps.ts';
import { sendProblem } from './middleware/problems.ts';
import { countCall } from './middleware/rateLimit.ts';
import { callerAddress, mayBeLonger } from './request.ts';

/** The paths of the analytics library below /ingest: events, settings, its own scripts. No other path is passed on. */
const passedOn: readonly RegExp[] = [/^\/(e|i\/v0\/e|batch|flags|decide|s)\/?$/, /^\/array\/[\w-]{1,100}\/config(\.js)?$/, /^\/static\/[\w./-]{1,200}\.js$/];
const fromAssetsHost = /^\/(static|array)\//;

/** The largest body of an event, in bytes. */
const maximumEventBytes = 1024 * 1024;
/** How long the provider may take to answer, in milliseconds. */
const limitMs = 10_000;

function isPassedOn(request: Request): boolean {
  const isKnown = passedOn.some((pattern) => pattern.test(request.path)) && !request.path.includes('..') && !request.path.includes('//');
  return isKnown && (request.method === 'GET' || request.method === 'POST' || request.method === 'OPTIONS');
}

/**
 * Passes analytics on to the provider's host from our own path: known paths only, to configured hosts only, without our
 * cookies or tokens in either direction. A failure of the provider is a 502 and affects nothing else. Finds nothing when analytics are off.
 */
export function ingestProxy(deps: Deps): RequestHandler {
  const { posthog } = deps.config;
  if (posthog === undefined) return (_request, response) => sendProblem(response, 'not_found');
  const { host, assetsHost } = posthog;
  const proxy = createProxyMiddleware<Request>({
    router: (request) => (fromAssetsHost.test(request.path) ? assetsHost : host),
    changeOrigin: true,
    followRedirects: false,
    proxyTimeout: limitMs,
    timeout: limitMs,
    on: {
      proxyReq: (outgoing) => {
        for (const name of ['cookie', 'authorization', 'accept-encoding', 'referer']) outgoing.removeHeader(name);
      },
      proxyRes: (incoming) => {
        delete incoming.headers['set-cookie'];
      },
      error: (error, _request, response) => {
        deps.log.warn({ err: error }, 'the analytics host is unreachable');
        if ('writeHead' in response && !response.headersSent) response.writeHead(502).end();
      },
    },
  });
  return (request, response, next) => {
    if (!isPassedOn(request)) return sendProblem(response, 'not_found');
    if (mayBeLonger(request, maximumEventBytes)) return next(new DomainError('body_too_large'));
    countCall(deps, 'ingest', callerAddress(request)).then(() => proxy(request, response, next), next);
  };
}
