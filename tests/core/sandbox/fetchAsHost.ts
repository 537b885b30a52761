import http from 'node:http';

/** `fetch` to this machine under another host's name, as a browser's own look-up of `*.localhost` does. Redirects are not followed. */
export function fetchAsHost(
  url: string,
  { host, method = 'GET', headers = {}, body }: { host: string; method?: string; headers?: Record<string, string>; body?: URLSearchParams },
): Promise<Response> {
  const content = body?.toString();
  const sent = {
    ...headers,
    Host: host,
    ...(content !== undefined && { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': Buffer.byteLength(content) }),
  };
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method, headers: sent, agent: false }, (message) => {
      const parts: Buffer[] = [];
      message.on('data', (part: Buffer) => parts.push(part));
      message.on('end', () => {
        const answerHeaders = new Headers();
        for (const [name, values = []] of Object.entries(message.headersDistinct)) for (const value of values) answerHeaders.append(name, value);
        const status = message.statusCode ?? 0;
        resolve(new Response(status === 204 ? null : Buffer.concat(parts), { status, headers: answerHeaders }));
      });
    });
    request.on('error', reject);
    request.end(content);
  });
}
