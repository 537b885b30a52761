import { readFile } from 'node:fs/promises';
import path from 'node:path';
import express, { type RequestHandler, Router } from 'express';
import { pageTitle } from '../domain/access/guard.ts';
import type { Deps } from '../services/deps.ts';
import { describePage } from '../services/program/describePage.ts';
import { escapeHtml } from './escapeHtml.ts';

/** A function that returns the page's HTML template: the built index.html, or in development Vite's transformed one. */
export type PageTemplate = (url: string) => Promise<string>;

const buildFolder = path.resolve('build/standalone');

/** Reads the built site's template once. */
export async function builtTemplate(): Promise<PageTemplate> {
  const html = await readFile(path.join(buildFolder, 'index.html'), 'utf8');
  return async () => html;
}

/** Returns JSON for a script element: `<` is escaped, so that no value can end the element. */
function jsonForScript(value: unknown): string {
  return JSON.stringify(value).replace(/</g, '\\u003c');
}

/** Serves the built files of the branded site. Their names contain a hash of the content, so browsers may keep them for ever. */
export function standaloneAssets(): RequestHandler {
  const router = Router();
  router.use('/_assets/app', express.static(buildFolder, { immutable: true, maxAge: '1y', index: false, fallthrough: false, setHeaders: withoutHash }));
  return router;
}

/** Limits caching of files outside `assets/`, which keep their name when they change. */
function withoutHash(response: express.Response, file: string): void {
  if (!file.includes(`${path.sep}assets${path.sep}`)) response.setHeader('Cache-Control', 'public, max-age=3600');
}

/** Returns whether a path may be a page of the site. A name with a point is a file, which the site does not have: scanners ask for `/.env`. */
export function isPagePath(path: string): boolean {
  return !/\.|%2e/i.test(path);
}

/** Serves the page of the branded site with the program of the request's host written into it. */
export function standalonePage(deps: Deps, template: PageTemplate): RequestHandler {
  return (request, response, next) => {
    const { program, nonce } = response.locals;
    const page = describePage(deps, program);
    template(request.originalUrl)
      .then((html) => {
        const filled = html
          .replaceAll('{{TITLE}}', escapeHtml(pageTitle(false, program.label)))
          .replaceAll('{{FAVICON}}', escapeHtml(program.logo.favicon))
          .replaceAll('{{NONCE}}', nonce)
          .replaceAll('"{{PAGE}}"', () => jsonForScript(page));
        response.setHeader('Cache-Control', 'no-store');
        response.type('html').send(filled);
      })
      .catch(next);
  };
}
