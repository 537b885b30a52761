import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: string;
  /** The body as it came, for those that are not text. */
  rawBody: Buffer;
}

/** The server's reaction to one request. */
export type Behavior = (response: ServerResponse, request: ReceivedRequest) => void;

export const answer =
  (status: number, body: unknown, headers: Record<string, string> = {}): Behavior =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };

/** A page where JSON was promised, as a proxy in between gives it. */
export const nonsense: Behavior = (response) => {
  response.writeHead(200, { 'content-type': 'text/html' });
  response.end('<html><body>Welcome</body></html>');
};

/** Takes the request and says nothing, ever. */
export const hang: Behavior = () => undefined;

/** Takes the request and breaks the connection. */
export const cut: Behavior = (response) => {
  response.socket?.destroy();
};

const beginAnswer = (response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' });
  response.write('{"token": "abc", ');
};

/** Begins to answer and then goes silent with the connection open. */
export const goSilent: Behavior = beginAnswer;

/** Begins to answer and then breaks the connection. */
export const cutHalfWay: Behavior = (response) => {
  beginAnswer(response);
  setImmediate(() => response.socket?.destroy());
};

export interface ScriptedServer {
  url: string;
  requests: ReceivedRequest[];
  /** Sets the reactions to the requests to come, one each; the last one goes on for ever. */
  script(...behaviors: [Behavior, ...Behavior[]]): void;
  stop(): Promise<void>;
}

/** A provider's place on this machine that answers as told and remembers what it was asked. */
export async function startScriptedServer(): Promise<ScriptedServer> {
  const requests: ReceivedRequest[] = [];
  let behaviors: Behavior[] = [answer(500, {})];

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://provider');
      const rawBody = Buffer.concat(chunks);
      const received = {
        method: request.method ?? '',
        path: url.pathname,
        query: url.searchParams,
        headers: request.headers,
        body: rawBody.toString('utf8'),
        rawBody,
      };
      requests.push(received);
      const behavior = behaviors.length > 1 ? behaviors.shift() : behaviors[0];
      behavior?.(response, received);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    script: (...told) => {
      behaviors = [...told];
      requests.length = 0;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
