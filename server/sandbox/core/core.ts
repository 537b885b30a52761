import type { Request, Router } from 'express';
import type { Config } from '../../config.ts';
import type { SandboxClock } from './clock.ts';
import type { Journal } from './journal.ts';
import type { Log } from './log.ts';
import type { Store } from './store.ts';
import type { Webhooks } from './webhooks.ts';

/** What a stand-in is given. */
export interface SandboxCore {
  config: Config;
  log: Log;
  store: Store;
  clock: SandboxClock;
  journal: Journal;
  webhooks: Webhooks;
  /** Where a browser reaches the sandbox: `http://localhost:3900`. No slash at the end. */
  publicUrl: string;
  /** Where the sandbox reaches the product: webhooks go to `{productUrl}/webhooks/{provider}`. */
  productUrl: string;
}

export interface ControlField {
  name: string;
  label: string;
  /** `cents` is shown as dollars on the page and arrives in whole cents. */
  type: 'text' | 'number' | 'cents' | 'select';
  default?: string;
  /** The choices of a `select`, asked for each time the page is drawn. */
  options?(): Promise<{ value: string; label: string }[]>;
}

/**
 * A button of the control page. Also an HTTP call for tests and demo data: `POST /control/{stand-in}/{name}` with the
 * fields as JSON, answered `{message, result}`.
 */
export interface ControlButton {
  name: string;
  label: string;
  help?: string;
  fields?: ControlField[];
  /** Fields arrive as strings whoever called. Throws `Refusal` when it cannot be done. `message` is shown on the page. */
  run(input: Readonly<Record<string, string>>): Promise<{ message: string; result?: unknown }>;
}

export interface StandIn {
  /** Short name in paths, faults and the journal: `lithic`. */
  name: string;
  /** Name for people: `Lithic`. */
  title: string;
  /** One line for people: what it stands in for. */
  summary: string;
  /** Where its router is mounted; the router sees the rest of the path. */
  path: string;
  /** Claims a request by something else than its path (a host name). The router then sees the whole path. Asked before any path. */
  claims?(request: Request): boolean;
  router: Router;
  start?(): Promise<void>;
  stop?(): Promise<void>;
  controls?: ControlButton[];
  /** Pages to open from the control page; `href` from the root or absolute. */
  pages?: { label: string; href: string }[];
  /** The provider's own body for an error of this status, used by faults and by unknown addresses. */
  failure?(status: number): unknown;
}

/** Every stand-in's `index.ts` exports one of these, named `create<Name>`. */
export type CreateStandIn = (core: SandboxCore) => StandIn | Promise<StandIn>;
