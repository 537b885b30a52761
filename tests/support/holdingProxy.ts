import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A held call. `reached` resolves when the call arrives; the test decides what happens to it. */
export interface HeldCall {
  reached: Promise<void>;
  /** Lets the call continue. A call that is never released never completes. */
  release: () => void;
}

export interface HoldingProxy {
  url: string;
  /** Holds the next call to a path: before it is passed on, or after the provider has answered and before the answer is passed back. */
  hold: (path: string, when: 'before' | 'after') => HeldCall;
  stop: () => Promise<void>;
}

interface Hold {
  path: string;
  when: 'before' | 'after';
  reached: () => void;
  released: Promise<void>;
}

async function readAll(stream: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

function passOn(target: URL, incoming: IncomingMessage, body: Buffer): Promise<{ status: number; headers: IncomingMessage['headers']; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const headers = { ...incoming.headers, host: target.host };
    const outgoing = request(new URL(`${target.pathname}${incoming.url}`, target), { method: incoming.method, headers, agent: false }, (answer) => {
      readAll(answer).then((answered) => resolve({ status: answer.statusCode ?? 502, headers: answer.headers, body: answered }), reject);
    });
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}

/** Starts a proxy between the product and a provider that can hold a single call. */
export async function startHoldingProxy(targetUrl: string): Promise<HoldingProxy> {
  const target = new URL(targetUrl);
  let holds: Hold[] = [];

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await readAll(incoming);
    const hold = holds.find(({ path }) => path === incoming.url);
    holds = holds.filter((one) => one !== hold);
    const wait = async (when: Hold['when']) => {
      if (hold?.when !== when) return;
      hold.reached();
      await hold.released;
    };
    await wait('before');
    const answer = await passOn(target, incoming, body);
    await wait('after');
    outgoing.writeHead(answer.status, answer.headers).end(answer.body);
  }

  const server = createServer((incoming, outgoing) => {
    handle(incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hold(path, when) {
      const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      holds.push({ path, when, reached: reach, released });
      return { reached, release };
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
