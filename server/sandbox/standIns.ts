import { createBigcommerce } from './bigcommerce/index.ts';
import { createClarity } from './clarity/index.ts';
import type { CreateStandIn } from './core/core.ts';
import { createLithic } from './lithic/index.ts';
import { createMail } from './mail/index.ts';
import { createPlaid } from './plaid/index.ts';
import { createPosthog } from './posthog/index.ts';
import { createPropelauth } from './propelauth/index.ts';
import { createPush } from './push/index.ts';
import { createRutter } from './rutter/index.ts';
import { createShopify } from './shopify/index.ts';
import { createSlack } from './slack/index.ts';

/** All stand-ins, in the order in which the control page shows them. */
export const standIns: readonly CreateStandIn[] = [
  createLithic,
  createPlaid,
  createRutter,
  createPropelauth,
  createShopify,
  createBigcommerce,
  createPosthog,
  createClarity,
  createMail,
  createPush,
  createSlack,
];
