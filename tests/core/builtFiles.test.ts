import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import compression from 'compression';
import express from 'express';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtFiles } from '../../server/http/builtFiles.ts';
import { basicHeaders } from '../../server/http/middleware/headers.ts';
import { problemHandler } from '../../server/http/middleware/problems.ts';
import { listen } from '../../server/start/listen.ts';
import { ask } from '../support/ask.ts';

const script = 'export const answer = 42;\n'.repeat(200);
const logo = '<svg xmlns="http://www.w3.org/2000/svg"/>';

const preparation = new URL('../../server/start/compressFiles.mjs', import.meta.url);

let folder: string;
let url: string;
let stop: () => Promise<void>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'headway-built-'));
  mkdirSync(join(folder, 'assets'));
  mkdirSync(join(folder, 'brand'));
  writeFileSync(join(folder, 'assets/page-abc.js'), script);
  writeFileSync(join(folder, 'assets/page-abc.css'), 'body { color: red }');
  writeFileSync(join(folder, 'brand/logo.svg'), logo);
  // The preparation is written in plain JavaScript, which has no types.
  const { compressFiles } = (await import(preparation.href)) as { compressFiles: (folder: string) => Promise<void> };
  await compressFiles(join(folder, 'assets'));
  const app = express()
    .use(basicHeaders({ publicUrl: 'https://headway.example' }), compression())
    .use('/files', builtFiles(folder))
    .use(problemHandler(pino({ level: 'silent' })));
  const { port, stop: close } = await listen(app, 0, 'PORT');
  url = `http://127.0.0.1:${port}/files`;
  stop = close;
});
afterAll(async () => {
  await stop();
  rmSync(folder, { recursive: true });
});

const asked = (path: string, encodings: string, method = 'GET') => ask(url + path, { method, headers: { 'accept-encoding': encodings } });

describe('a built file', () => {
  it('comes as the build compressed it to a browser that takes that', async () => {
    const { status, headers, bytes } = await asked('/assets/page-abc.js', 'gzip, deflate, br');
    expect([status, headers.get('content-encoding'), headers.get('content-type')]).toEqual([200, 'br', 'application/javascript; charset=utf-8']);
    expect(brotliDecompressSync(bytes).toString()).toBe(script);
    expect(Number(headers.get('content-length'))).toBe(bytes.length);
    expect((await asked('/assets/page-abc.css', 'br')).headers.get('content-type')).toBe('text/css; charset=utf-8');
  });

  it.each(['identity', 'br;q=0'])('comes as it is to one that takes %s', async (encodings) => {
    const { headers, text } = await asked('/assets/page-abc.js', encodings);
    expect([headers.get('content-encoding'), headers.get('content-type')]).toEqual([null, 'application/javascript; charset=UTF-8']);
    expect(text).toBe(script);
  });

  it('tells caches that it differs by encoding, and is kept for ever by either name', async () => {
    for (const encodings of ['br', 'identity']) {
      const { headers } = await asked('/assets/page-abc.js?v=1', encodings);
      expect([headers.get('vary'), headers.get('cache-control')]).toEqual(['Accept-Encoding', 'public, max-age=31536000, immutable']);
    }
  });

  it('is told of without its content', async () => {
    const { status, headers, bytes } = await asked('/assets/page-abc.js', 'br', 'HEAD');
    expect([status, headers.get('content-encoding'), bytes.length]).toEqual([200, 'br', 0]);
  });

  it('that keeps its name when it changes is kept for an hour', async () => {
    const { headers, text } = await asked('/brand/logo.svg', 'br');
    expect([text, headers.get('cache-control')]).toEqual([logo, 'public, max-age=3600']);
  });

  it('carries no header of pages, and those of every answer', async () => {
    const { headers } = await asked('/assets/page-abc.js', 'br');
    expect(['cross-origin-opener-policy', 'origin-agent-cluster', 'x-dns-prefetch-control'].map((name) => headers.get(name))).toEqual([null, null, null]);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });

  it('that does not exist is not found, and no encoding is claimed', async () => {
    const { status, headers } = await asked('/assets/other.js', 'br');
    expect([status, headers.get('content-encoding')]).toEqual([404, null]);
  });

  it.each([
    ['range', 'bytes=999999-'],
    ['if-match', '"another"'],
  ])('of which %s asks for what it has not is refused in words that can be read', async (name, value) => {
    const { status, headers, body } = await ask(`${url}/assets/page-abc.js`, { headers: { 'accept-encoding': 'br', [name]: value } });
    expect([status, headers.get('content-encoding'), body.code]).toEqual([400, null, 'invalid_request']);
  });
});
