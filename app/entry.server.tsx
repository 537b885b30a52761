import { PassThrough } from 'node:stream';
import { type AppLoadContext, createReadableStreamFromReadable, type EntryContext, type HandleErrorFunction } from '@remix-run/node';
import { isRouteErrorResponse, RemixServer } from '@remix-run/react';
import { isbot } from 'isbot';
import { renderToPipeableStream } from 'react-dom/server';
import { NonceContext } from './nonce.ts';

/** A render that takes longer than this is aborted, so that a stuck request ends. */
const renderTimeoutMs = 10_000;

/** Reports our own errors: neither a request that its browser gave up, nor one that no page takes. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  const isTheirs = isRouteErrorResponse(error) && error.status < 500;
  if (!request.signal.aborted && !isTheirs) (context as AppLoadContext).reportFailure(error);
};

/** Renders a page. A robot gets it complete, a browser gets it as a stream. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  { nonce, reportFailure }: AppLoadContext,
): Promise<Response> {
  headers.set('Content-Type', 'text/html');
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
        onError: (error) => {
          answered = 500;
          reportFailure(error);
        },
      },
    );
    setTimeout(abort, renderTimeoutMs).unref();
  });
}
