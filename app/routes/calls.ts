import type { ActionFunctionArgs } from '@remix-run/node';
import type { CallInput } from '../../server/contract/call.ts';
import type { RouteContract } from '../../server/contract/define.ts';
import { merchantOf } from '../merchant.server.ts';

/** Makes a page's call as its merchant, and returns the core's answer. The core checks the input by its contract, as it does for any caller. */
export async function action(visit: ActionFunctionArgs): Promise<Response> {
  const merchant = await merchantOf(visit);
  const asked: { name?: unknown; input?: unknown } = (await visit.request.json().catch(() => null)) ?? {};
  const { name, input } = asked;
  if (!visit.context.core.isPageCall(name) || typeof input !== 'object' || input === null) return new Response(null, { status: 404 });
  return Response.json(await merchant.attempt<RouteContract>(name, input as CallInput<RouteContract>));
}
