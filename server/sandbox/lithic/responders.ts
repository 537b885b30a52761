import { type Request, Router } from 'express';
import { z } from 'zod';
import { handle } from '../core/handle.ts';
import { newSecret } from './events.ts';
import { parse } from './refusal.ts';
import type { LithicState } from './state.ts';

const type = z.enum(['AUTH_STREAM_ACCESS', 'THREE_DS_DECISIONING', 'TOKENIZATION_DECISIONING']);
const enrollBody = z.strictObject({ type: type.default('AUTH_STREAM_ACCESS'), url: z.url() });
const typeQuery = z.object({ type });

/** Serves the decision endpoint's settings: the URL that authorizations ask, and the secret that signs the requests. */
export function responderRoutes({ responders, secrets, core }: LithicState): Router {
  const router = Router();
  const asked = (request: Request) => parse(typeQuery, request.query).type;

  router.post(
    '/responder_endpoints',
    handle(async ({ body }) => {
      const { type: kind, url } = parse(enrollBody, body);
      await responders.put(kind, { url });
      return { enrolled: true };
    }),
  );
  router.get(
    '/responder_endpoints',
    handle(async (request) => {
      const enrolled = await responders.get(asked(request));
      return { enrolled: enrolled !== undefined, url: enrolled?.url ?? null };
    }),
  );
  router.delete(
    '/responder_endpoints',
    handle(async (request, response) => {
      await responders.remove(asked(request));
      response.status(204).end();
    }),
  );
  router.get(
    '/auth_stream/secret',
    handle(async () => ({ secret: (await secrets.get('AUTH_STREAM_ACCESS'))?.secret ?? core.config.lithic.decisionSecret })),
  );
  router.post(
    '/auth_stream/secret/rotate',
    handle(async (_request, response) => {
      await secrets.put('AUTH_STREAM_ACCESS', { secret: newSecret() });
      response.status(204).end();
    }),
  );
  return router;
}
