import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import express, { type Request, type Router } from 'express';
import { z } from 'zod';
import { rawBody } from '../core/body.ts';
import type { CreateStandIn, SandboxCore } from '../core/core.ts';
import { handle, Refusal } from '../core/handle.ts';
import { html, sendPage } from '../core/page.ts';

/** A piece of a recording, as the recorder uploads it. */
const pieceSchema = z.strictObject({
  project: z.string(),
  /** One recording is one loaded page. */
  recording: z.string(),
  /** The address of the page on which this was recorded, whole as the real recorder sends it. */
  url: z.string(),
  has_consent: z.boolean(),
  events: z.array(z.strictObject({ at_ms: z.number(), kind: z.enum(['start', 'click', 'scroll', 'pause', 'resume']), text: z.string().optional() })),
});

interface ReceivedPiece extends z.infer<typeof pieceSchema> {
  received_at: string;
}

const kept = 5_000;
const listed = 200;

const recorder = readFileSync(new URL('recorder.client.js', import.meta.url), 'utf8');

/** Stands in for Microsoft Clarity: serves a small recorder that obeys the calls of the real one, and lists what it uploads. */
export const createClarity: CreateStandIn = (core) => ({
  name: 'clarity',
  title: 'Microsoft Clarity',
  summary: 'Records visits to the dashboard and lists them',
  path: '/clarity',
  router: clarityRouter(core),
  pages: [{ label: 'Recordings', href: '/clarity' }],
});

function clarityRouter({ store, clock }: SandboxCore): Router {
  const router = express.Router();
  const pieces = store.collection<ReceivedPiece>('clarity', 'piece');
  const newest = () => pieces.find({}, { newestFirst: true, limit: listed });

  router.get('/tag/:project', (_request, response) => {
    response.set({ 'Cross-Origin-Resource-Policy': 'cross-origin', 'Cache-Control': 'no-cache' }).type('text/javascript').send(recorder);
  });
  router.post(
    '/collect',
    handle(async (request) => {
      await pieces.insert(randomUUID(), { ...pieceOf(request), received_at: clock.now().toISOString() });
      await pieces.keepNewest(kept);
      return {};
    }),
  );
  router.get(
    '/recordings',
    handle(async () => ({ recordings: await newest() })),
  );
  router.delete(
    '/recordings',
    handle(async () => {
      await pieces.clear();
      return {};
    }),
  );
  router.get(
    '/',
    handle(async (_request, response) => {
      const list = await newest();
      sendPage(response, {
        title: 'Recordings',
        body: html`<h1>Recordings</h1>
<p class="dim">${await pieces.count()} pieces. Each says what happened on the page, with its texts masked.</p>
<table>
<thead><tr><th scope="col">Received</th><th scope="col">Recording</th><th scope="col">Where</th><th scope="col">What</th></tr></thead>
<tbody>${list.map((piece) => html`<tr><td>${piece.received_at}</td><td class="code">${piece.recording.slice(0, 8)}</td><td class="code">${piece.url}</td><td>${piece.events.map(({ kind }) => kind).join(', ')}</td></tr>`)}</tbody>
</table>`,
      });
    }),
  );
  return router;
}

function pieceOf(request: Request): z.infer<typeof pieceSchema> {
  try {
    return pieceSchema.parse(JSON.parse(rawBody(request).toString()));
  } catch {
    throw new Refusal(400, { error: 'not a piece of a recording' });
  }
}
