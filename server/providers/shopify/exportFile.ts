import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { Call } from '../call.ts';
import { HttpError, toFailure, Unavailable } from '../failure.ts';

interface Source {
  emulatorUrl: string | undefined;
  call: Call;
}

/** How long the file may pause in the middle, in milliseconds. Its whole length has no limit: it is read as fast as it is stored. */
const pauseLimitMs = 60_000;

/** Reads the lines of an export's file one after the other, without holding the file. Throws the failures of any call. */
export async function* exportLines(file: string, { emulatorUrl, call }: Source): AsyncIterable<string> {
  const { url, headers } = addressOf(file, emulatorUrl);
  const stopped = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  try {
    const body = await call('read_export_file', 'repeatable', async () => {
      const response = await fetch(url, { headers, redirect: 'manual', signal: stopped.signal });
      if (!response.ok || !response.body) throw new HttpError(response.status, response.headers, null);
      return response.body;
    });
    timer = setTimeout(() => stopped.abort(), pauseLimitMs);
    for await (const line of createInterface({ input: Readable.from(chunksOf(body)), crlfDelay: Number.POSITIVE_INFINITY })) {
      if (line !== '') yield line;
      clearTimeout(timer);
      timer = setTimeout(() => stopped.abort(), pauseLimitMs);
    }
  } catch (error) {
    throw toFailure(error, { provider: 'shopify', call: 'read_export_file', effect: 'repeatable' });
  } finally {
    clearTimeout(timer);
    stopped.abort();
  }
}

async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncIterable<Uint8Array> {
  const reader = body.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
}

/** Returns where a file is fetched. The platform names the address; the sandbox stands in for its host as it does for a shop's. */
function addressOf(file: string, emulatorUrl: string | undefined): { url: URL; headers: Record<string, string> } {
  const named = URL.canParse(file) ? new URL(file) : undefined;
  if (named?.protocol !== 'https:') {
    throw new Unavailable({ provider: 'shopify', call: 'read_export_file', code: 'unreadable_answer', message: 'the file has no safe address' });
  }
  if (emulatorUrl === undefined) return { url: named, headers: {} };
  return { url: new URL(`${emulatorUrl}${named.pathname}${named.search}`), headers: { 'x-emulated-host': named.host } };
}
