import { readFile } from 'node:fs/promises';
import type { ServerBuild } from '@remix-run/node';
import type { RequestHandler } from 'express';
import type { ViteDevServer } from 'vite';
import type { EmbeddedBuild } from './embedded.ts';
import type { PageTemplate } from './frontends.ts';

interface DevelopmentServers {
  assets: RequestHandler;
  template: PageTemplate;
  embedded: EmbeddedBuild;
  stop: () => Promise<void>;
}

/** Starts both Vite servers in middleware mode, for hot reload. Loads Vite only here: the running product does not need it. */
export async function startDevelopmentServers(): Promise<DevelopmentServers> {
  const { createServer } = await import('vite');
  const start = (configFile: string, hmrPort: number): Promise<ViteDevServer> =>
    createServer({ configFile, appType: 'custom', server: { middlewareMode: true, hmr: { port: hmrPort } } });
  const standalone = await start('standalone/vite.config.ts', 24_678);
  const app = await start('app/vite.config.ts', 24_679);
  return {
    assets: (request, response, next) =>
      standalone.middlewares(request, response, (error?: unknown) => (error ? next(error) : app.middlewares(request, response, next))),
    template: async (url) => standalone.transformIndexHtml(url, await readFile('standalone/index.html', 'utf8')),
    embedded: async () => (await app.ssrLoadModule('virtual:remix/server-build')) as ServerBuild,
    stop: async () => {
      await Promise.all([standalone.close(), app.close()]);
    },
  };
}
