import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { type RequestHandler, Router } from 'express';
import { pageTitle } from '../domain/access/pageNames.ts';
import { escapeHtml } from '../domain/basics/escapeHtml.ts';
import type { Program, ResolvedProgram } from '../programs/index.ts';
import type { Deps } from '../services/deps.ts';
import { describePage } from '../services/receiver/describePage.ts';
import { builtFiles } from './builtFiles.ts';

/** A function that returns a program's HTML template: the built index.html, or in development Vite's transformed one. */
export type PageTemplate = (url: string, program: Pick<Program, 'key' | 'typeface'>) => Promise<string>;

const buildFolder = path.resolve('build/standalone');

/** Reads the built site's template and the names of its fonts once. */
export async function builtTemplate(): Promise<PageTemplate> {
  const html = await readFile(path.join(buildFolder, 'index.html'), 'utf8');
  const assets = await readdir(path.join(buildFolder, 'assets'));
  return async (_url, { typeface }) => withHeadingFont(html, assets, `${typeface.package}-latin-600-normal`);
}

/** The place in the page where the font of the program's headings is named. Vite's development server leaves it as it is. */
const headingFontPlace = "<!-- The font of the program's headings. -->";

/** Names the font of a program's headings, so that the browser fetches it with the page. Throws when the build holds no such font. */
function withHeadingFont(html: string, assets: readonly string[], font: string): string {
  const name = assets.find((asset) => asset.startsWith(`${font}-`) && asset.endsWith('.woff2'));
  if (name === undefined) throw new Error(`the build contains no font ${font}`);
  return html.replace(headingFontPlace, `<link rel="preload" as="font" type="font/woff2" crossorigin href="/_assets/app/assets/${name}">`);
}

/** Returns JSON for a script element: `<` is escaped, so that no value can end the element. */
function jsonForScript(value: unknown): string {
  return JSON.stringify(value).replace(/</g, '\\u003c');
}

/** Serves the built files of the branded site. */
export function standaloneAssets(): RequestHandler {
  const router = Router();
  router.use('/_assets/app', builtFiles(buildFolder));
  return router;
}

/** The server's own addresses, which have no page below them, and `/shopify`, whose pages are the app's. */
const serversOwn = /^\/(webhooks|ingest|policy-reports|mails|calendar|shopify|_assets)(\/|$)/i;

/** Returns whether a path may be a page of the site. A name with a point is a file, which the site does not have: scanners ask for `/.env`. */
export function isPagePath(path: string): boolean {
  return !/\.|%2e/i.test(path) && !serversOwn.test(path);
}

/** Returns the sentence that a search engine and a shared link show of a program's site. */
const siteDescription = (name: string) => `${name}: a charge card for your business, with a limit that follows your sales.`;

/**
 * Tells crawlers that they may read every page. Private pages ask in a header not to be listed, which a crawler that may not
 * read them would not see.
 */
export const robots: RequestHandler = (_request, response) => {
  response.type('text').send('User-agent: *\nAllow: /\n');
};

/** Serves what a browser needs to put the site of the request's host on a home screen: its name, colors and icons. */
export const webManifest: RequestHandler = (_request, response) => {
  const { name, label, colors, logo }: ResolvedProgram = response.locals.program;
  const icons = ([192, 512] as const).map((side) => ({ src: logo.icons[side], sizes: `${side}x${side}`, type: 'image/png', purpose: 'any' }));
  const { primary: theme_color, canvas: background_color } = colors.light;
  const shown = { name, short_name: label, start_url: '/', scope: '/', id: '/', display: 'standalone', theme_color, background_color, icons };
  response.set('Cache-Control', 'public, max-age=3600').type('application/manifest+json').send(JSON.stringify(shown));
};

/** Serves the page of the branded site with the program of the request's host written into it. */
export function standalonePage(deps: Deps, template: PageTemplate): RequestHandler {
  return (request, response, next) => {
    const { program, nonce } = response.locals;
    const page = describePage(deps, program);
    template(request.originalUrl, program)
      .then((html) => {
        const filled = html
          .replaceAll('{{TITLE}}', escapeHtml(pageTitle({ isOnboarded: false, isStaff: false }, program.label, '/')))
          .replaceAll('{{DESCRIPTION}}', escapeHtml(siteDescription(program.name)))
          .replaceAll('{{TOUCH_ICON}}', escapeHtml(program.logo.icons[192]))
          .replaceAll('{{FAVICON}}', escapeHtml(program.logo.favicon))
          .replaceAll('{{NONCE}}', nonce)
          .replaceAll('"{{PAGE}}"', () => jsonForScript(page));
        response.setHeader('Cache-Control', 'no-store');
        // The root shows a visitor whose site this is; every other page is a merchant's own.
        if (request.path !== '/') response.setHeader('X-Robots-Tag', 'noindex');
        response.type('html').send(filled);
      })
      .catch(next);
  };
}
