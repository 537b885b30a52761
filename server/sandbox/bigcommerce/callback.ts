import http from 'node:http';
import https from 'node:https';

const limitMs = 10_000;

/** Calls one of the app's callbacks as the platform's servers do. Calls only the product; returns its status, or 0 without an answer. */
export function callProduct(productUrl: string, path: string, query: Readonly<Record<string, string>>): Promise<number> {
  const url = new URL(path, productUrl);
  url.search = new URLSearchParams(query).toString();
  const client = url.protocol === 'https:' ? https : http;
  return new Promise((resolve) => {
    const request = client.get(url, { agent: false, signal: AbortSignal.timeout(limitMs) }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    request.on('error', () => resolve(0));
  });
}
