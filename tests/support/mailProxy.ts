import { connect, createServer, type Socket } from 'node:net';

/** How a connection to the mail server is treated. `swallow` passes a mail on and then withholds the answer. */
type Manner = 'pass' | 'hang' | 'cut' | 'swallow';

export interface MailProxy {
  url: string;
  /** Sets how connections are treated from now on. */
  behave: (manner: Manner) => void;
  stop: () => Promise<void>;
}

/** Starts a proxy between the product and the mail server that can mistreat connections. */
export async function startMailProxy(smtpUrl: string): Promise<MailProxy> {
  const target = new URL(smtpUrl);
  const open = new Set<Socket>();
  let manner: Manner = 'pass';
  const server = createServer((client) => {
    open.add(client);
    client.on('error', () => undefined);
    if (manner === 'hang') return;
    if (manner === 'cut') return void client.destroy();
    const isSwallowing = manner === 'swallow';
    const upstream = connect(Number(target.port), target.hostname);
    open.add(upstream);
    upstream.on('error', () => client.destroy());
    let hasContent = false;
    client.on('data', (chunk: Buffer) => {
      hasContent ||= chunk.toString('latin1').includes('\r\n.\r\n');
      upstream.write(chunk);
    });
    upstream.on('data', (chunk: Buffer) => {
      if (!(isSwallowing && hasContent)) client.write(chunk);
    });
    client.on('close', () => upstream.end());
    upstream.on('close', () => client.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `smtp://127.0.0.1:${port}`,
    behave(next) {
      manner = next;
    },
    stop: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
