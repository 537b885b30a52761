import { PassThrough } from 'node:stream';
import { type AppLoadContext, createReadableStreamFromReadable, type EntryContext } from '@remix-run/node';
import { RemixServer } from '@remix-run/react';
import { isbot } from 'isbot';
import { renderToPipeableStream } from 'react-dom/server';
import { contentSecurityPolicy } from './framing.ts';
import { NonceContext } from './nonce.ts';

/** A render that takes longer than this is aborted, so that a stuck request ends. */
const renderTimeoutMs = 10_000;

/** Renders a page. A robot gets it complete, a browser gets it as a stream. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  { nonce, shopify, page }: AppLoadContext,
): Promise<Response> {
  headers.set('Content-Type', 'text/html');
  headers.set('Content-Security-Policy', contentSecurityPolicy(request.url, { nonce, shopify, settings: page.settings }));
  headers.set('Referrer-Policy', 'no-referrer');
  headers.set('X-Content-Type-Options', 'nosniff');
  const ready = isbot(request.headers.get('user-agent') ?? '') ? 'onAllReady' : 'onShellReady';

  return new Promise((resolve, reject) => {
    let answered = status;
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext.Provider value={nonce}>
        <RemixServer context={remixContext} url={request.url} nonce={nonce} />
      </NonceContext.Provider>,
      {
        nonce,
        [ready]: () => {
          const body = new PassThrough();
          resolve(new Response(createReadableStreamFromReadable(body), { headers, status: answered }));
          pipe(body);
        },
        onShellError: reject,
        onError: () => {
          answered = 500;
        },
      },
    );
    setTimeout(abort, renderTimeoutMs).unref();
  });
}
