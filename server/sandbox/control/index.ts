import { readFileSync } from 'node:fs';
import express, { type RequestHandler, type Router } from 'express';
import { z } from 'zod';
import { readBody } from '../core/body.ts';
import type { ControlButton, SandboxCore, StandIn } from '../core/core.ts';
import { type Faults, faultKinds } from '../core/faults.ts';
import { handle, Refusal } from '../core/handle.ts';
import { sendPage } from '../core/page.ts';
import { controlPage } from './page.ts';

interface Parts {
  core: SandboxCore;
  standIns: readonly StandIn[];
  faults: Faults;
}

const advanceBody = z.strictObject({ days: z.coerce.number().int().min(1).max(800).default(1) });

const holdBody = z.strictObject({ reason: z.string().min(1).nullable() });

const faultBody = z.strictObject({
  stand_in: z.string(),
  kind: z.enum(faultKinds),
  remaining: z.coerce.number().int().min(1).max(10_000).optional(),
  path: z.string().min(1).optional(),
  retry_after_s: z.coerce.number().int().min(0).optional(),
  hang_ms: z.coerce.number().int().min(1).max(120_000).optional(),
});

const deliveryBody = z.strictObject({
  copies: z.coerce.number().int().min(1).max(10).optional(),
  delay_ms: z.coerce.number().int().min(0).optional(),
  reorder_window_ms: z.coerce.number().int().min(0).optional(),
  drop_next: z.coerce.number().int().min(0).optional(),
  held: z.boolean().optional(),
});

/** Parses a value; throws a 400 that lists all its mistakes. */
function parsed<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value ?? {});
  if (!result.success) throw new Refusal(400, { error: z.prettifyError(result.error) });
  return result.data;
}

const defined = <T extends object>(value: T) =>
  Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as { [K in keyof T]: Exclude<T[K], undefined> };

const pageScript = readFileSync(new URL('page.client.js', import.meta.url), 'utf8');

/** Refuses requests from pages of other sites in the same browser. Programs send no Origin and are let through. */
const sameOriginOnly: RequestHandler = (request, _response, next) => {
  const origin = request.get('Origin');
  const foreign = origin !== undefined && request.method !== 'GET' && (origin === 'null' || new URL(origin).host !== request.get('Host'));
  next(foreign ? new Refusal(403, { error: 'only from the control page itself' }) : undefined);
};

/** Returns the stand-in of a name. Throws a 404 for an unknown one. */
function named(standIns: readonly StandIn[], name: string): StandIn {
  const found = standIns.find((standIn) => standIn.name === name);
  if (!found) throw new Refusal(404, { error: `no stand-in ${name}` });
  return found;
}

const timeOf = ({ clock }: SandboxCore) => ({ now: clock.now().toISOString(), days_ahead: clock.daysAhead() });

/**
 * Serves the control page, and the same actions as HTTP calls for tests and demo data:
 * - `GET /control/state`: stand-ins, faults, webhook delivery settings, the clock
 * - `GET /control/clock`, `GET /control/clock/lived` for the moment that the product lives in, `POST /control/clock/advance` `{days}`, `POST /control/clock/hold` `{reason}` to let advances wait and `{reason: null}` to end that, `POST /control/clock/beginning` when a follower begins to live a skipped half-day
 * - `GET|POST|DELETE /control/faults`, `DELETE /control/faults/{stand-in}`
 * - `GET /control/webhooks`, `PATCH /control/webhooks/{stand-in}`, `POST /control/webhooks/flush[/{stand-in}]`
 * - `GET /control/journal`, `GET /control/journal/live` (server-sent events)
 * - `POST /control/{stand-in}/{button}`
 */
export function createControl({ core, standIns, faults }: Parts): Router {
  const router = express.Router();
  router.get(
    '/',
    handle(async (_request, response) => sendPage(response, await controlPage(core, standIns))),
  );
  router.get('/control/page.js', (_request, response) => void response.type('text/javascript').send(pageScript));

  router.use('/control', sameOriginOnly, readBody);
  router.get(
    '/control/state',
    handle(() => ({
      ...timeOf(core),
      stand_ins: standIns.map(({ name, title, path }) => ({ name, title, path, webhooks: core.webhooks.deliverySettings(name) })),
      faults: faults.list(),
    })),
  );
  router.use(clockRoutes(core), faultRoutes(faults, standIns), webhookRoutes(core, standIns), journalRoutes(core));
  router.post(
    '/control/:name/:button',
    handle(async ({ params, body }) => {
      const standIn = named(standIns, params.name ?? '');
      const button = standIn.controls?.find((one) => one.name === params.button);
      if (!button) throw new Refusal(404, { error: `${standIn.title} has no button ${params.button}` });
      return button.run(fieldValues(button, body));
    }),
  );
  return router;
}

const answerMs = 2_000;
/** The product's time and ours are read one after the other. */
const readWithinMs = 60_000;

/** Returns the product's time; undefined where it has a time of its own, and while it does not answer. */
async function readProductTime({ config, productUrl }: SandboxCore): Promise<Date | undefined> {
  if (!config.sandbox.keepsTime) return undefined;
  try {
    const answer = await fetch(`${productUrl}/api/program`, { signal: AbortSignal.timeout(answerMs) });
    return answer.ok ? new Date(((await answer.json()) as { now: string }).now) : undefined;
  } catch {
    return undefined;
  }
}

/** Tells which moment is being lived: the product's, which follows ours through the days that were skipped; and what an advance waits for. */
async function livedTime(core: SandboxCore) {
  const ours = core.clock.now();
  const theirs = (await readProductTime(core)) ?? ours;
  return { now: theirs.toISOString(), is_present: ours.getTime() - theirs.getTime() < readWithinMs, held_for: core.clock.heldFor() };
}

function clockRoutes(core: SandboxCore): Router {
  const router = express.Router();
  router.get(
    '/control/clock/lived',
    handle(() => livedTime(core)),
  );
  router.get(
    '/control/clock',
    handle(() => timeOf(core)),
  );
  router.post(
    '/control/clock/advance',
    handle(async ({ body }) => {
      const { days } = parsed(advanceBody, body);
      await core.clock.advanceDays(days);
      return { message: `Done: ${days} ${days === 1 ? 'day' : 'days'} later`, ...timeOf(core) };
    }),
  );
  router.post(
    '/control/clock/hold',
    handle(({ body }) => {
      core.clock.hold(parsed(holdBody, body).reason);
      return timeOf(core);
    }),
  );
  router.post(
    '/control/clock/beginning',
    handle(() => {
      core.clock.beginAnew();
      return timeOf(core);
    }),
  );
  return router;
}

function faultRoutes(faults: Faults, standIns: readonly StandIn[]): Router {
  const router = express.Router();
  router.get(
    '/control/faults',
    handle(() => ({ faults: faults.list() })),
  );
  router.post(
    '/control/faults',
    handle(({ body }) => {
      const order = defined(parsed(faultBody, body));
      const fault = faults.arm({ ...order, stand_in: named(standIns, order.stand_in).name });
      return { message: `${fault.kind} for the next ${fault.remaining === 1 ? 'call' : `${fault.remaining} calls`}`, ...fault };
    }),
  );
  router.delete(
    ['/control/faults', '/control/faults/:name'],
    handle(({ params }) => {
      faults.clear(params.name === undefined ? undefined : named(standIns, params.name).name);
      return { faults: faults.list() };
    }),
  );
  return router;
}

function webhookRoutes({ webhooks }: SandboxCore, standIns: readonly StandIn[]): Router {
  const router = express.Router();
  router.get(
    '/control/webhooks',
    handle(async ({ query }) => ({ webhooks: await webhooks.list({ ...(typeof query.stand_in === 'string' && { standIn: query.stand_in }), limit: 200 }) })),
  );
  router.patch(
    '/control/webhooks/:name',
    handle(({ params, body }) => webhooks.changeDelivery(named(standIns, params.name ?? '').name, defined(parsed(deliveryBody, body)))),
  );
  router.post(
    ['/control/webhooks/flush', '/control/webhooks/flush/:name'],
    handle(({ params }) => webhooks.flush(params.name === undefined ? undefined : named(standIns, params.name).name)),
  );
  return router;
}

function journalRoutes({ journal }: SandboxCore): Router {
  const router = express.Router();
  router.get(
    '/control/journal',
    handle(async ({ query }) => {
      await journal.settled();
      return { entries: await journal.list({ ...(typeof query.stand_in === 'string' && { standIn: query.stand_in }), limit: Number(query.limit) || 50 }) };
    }),
  );
  router.get('/control/journal/live', (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    response.write(': listening\n\n');
    const unfollow = journal.follow((entry) => response.write(`data: ${JSON.stringify(entry)}\n\n`));
    response.once('close', unfollow);
  });
  return router;
}

/** Returns the given fields as strings, with defaults filled in. Refuses an unknown field, so that a misspelled test does not pass. */
function fieldValues(button: ControlButton, body: unknown): Record<string, string> {
  const given = parsed(z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])), body);
  const fields = button.fields ?? [];
  const unknown = Object.keys(given).filter((name) => !fields.some((field) => field.name === name));
  if (unknown.length > 0) throw new Refusal(400, { error: `unknown field: ${unknown.join(', ')}` });
  return Object.fromEntries(fields.map((field) => [field.name, String(given[field.name] ?? field.default ?? '')]));
}
