import type { Router } from 'express';
import type { Deps } from '../../services/deps.ts';
import { receiveWebhook } from '../../services/webhooks/receiveWebhook.ts';
import { webhookPorts } from '../../services/webhooks/webhookEvent.ts';
import { deliveryRouter } from './deliveryRouter.ts';

/** Serves POST /webhooks/{provider}. */
export function webhookRouter(deps: Deps): Router {
  const ports = new Map(webhookPorts.map((port) => [deps.providers[port].name, port]));
  return deliveryRouter(deps, `/webhooks/:provider(${[...ports.keys()].join('|')})`, async (delivery, { params }) => {
    const port = ports.get(params.provider ?? '');
    return port === undefined ? 'forged' : receiveWebhook(deps, port, delivery);
  });
}
