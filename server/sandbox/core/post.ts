import http from 'node:http';
import https from 'node:https';

/** Result of a call from the sandbox: the status and body, or an error code when there was no answer. */
export type PostResult = { status: number; body: string } | { error: string };

const isLoopback = (hostname: string) => hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '127.0.0.1' || hostname === '[::1]';

/**
 * Posts to the product. Only browsers resolve local names (`*.localhost`), so those are called at 127.0.0.1 with the
 * name in the Host header. Calls no host but the product's own, so that the sandbox cannot be used to reach other
 * servers.
 */
export function post(
  target: string,
  body: string,
  headers: Readonly<Record<string, string>>,
  options: { productUrl: string; timeoutMs: number },
): Promise<PostResult> {
  const url = new URL(target);
  if (!isLoopback(url.hostname) && url.host !== new URL(options.productUrl).host) return Promise.resolve({ error: 'not the product' });
  const client = url.protocol === 'https:' ? https : http;
  return new Promise((resolve) => {
    const request = client.request(
      {
        method: 'POST',
        hostname: isLoopback(url.hostname) ? '127.0.0.1' : url.hostname,
        port: url.port || (url.protocol === 'https:' ? 443 : 80),
        path: `${url.pathname}${url.search}`,
        headers: { ...headers, Host: url.host, 'Content-Length': String(Buffer.byteLength(body)) },
        agent: false,
        signal: AbortSignal.timeout(options.timeoutMs),
      },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(parts).toString() }));
        response.on('error', (error) => resolve({ error: error.message }));
      },
    );
    request.on('error', (error: NodeJS.ErrnoException) => resolve({ error: error.code ?? error.message }));
    request.end(body);
  });
}
