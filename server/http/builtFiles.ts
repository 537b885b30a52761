import { globSync } from 'node:fs';
import express, { type RequestHandler } from 'express';

/** Headers that say something of a page alone: a dashboard's first page takes some twenty files, each with its headers. */
const ofPages = ['Cross-Origin-Opener-Policy', 'Origin-Agent-Cluster', 'X-DNS-Prefetch-Control'];

/** How a compressed file is sent: as what it was before, in the way that browsers name Brotli. */
const encoding = 'br';

/**
 * Serves the files of a built frontend: to browsers that take it, the compressed copy that the build made. The names of files in
 * `assets` contain a hash of the content, so that browsers may keep them for ever; all others keep their name when they change, and
 * are kept for an hour. Answers 404 for all else.
 */
export function builtFiles(folder: string): RequestHandler {
  const compressed = new Set(globSync(`assets/*.${encoding}`, { cwd: folder }).map((file) => `/${file.replaceAll('\\', '/')}`));
  const serve = express.static(folder, { immutable: true, maxAge: '1y', index: false, fallthrough: false, setHeaders: limitUnhashed });
  return (request, response, next) => {
    for (const name of ofPages) response.removeHeader(name);
    const copy = `${request.path}.${encoding}`;
    if (compressed.has(copy)) {
      response.vary('Accept-Encoding');
      if (request.acceptsEncodings(encoding)) {
        response.type(request.path.slice(request.path.lastIndexOf('.'))).setHeader('Content-Encoding', encoding);
        request.url = copy;
      }
    }
    serve(request, response, next);
  };
}

function limitUnhashed(response: express.Response, file: string): void {
  if (!/[\\/]assets[\\/]/.test(file)) response.setHeader('Cache-Control', 'public, max-age=3600');
}
