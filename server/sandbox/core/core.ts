import type { Request, Router } from 'express';
import type { Config } from '../../config.ts';
import type { HostedDesigns } from '../propelauth/hostedDesign.ts';
import type { SandboxClock } from './clock.ts';
import type { Journal } from './journal.ts';
import type { Log } from './log.ts';
import type { Store } from './store.ts';
import type { Webhooks } from './webhooks.ts';

/** The services that every stand-in receives. */
export interface SandboxCore {
  config: Config;
  /** The designs of the programs' hosted sign-in. */
  hostedDesigns: HostedDesigns;
  log: Log;
  store: Store;
  clock: SandboxClock;
  journal: Journal;
  webhooks: Webhooks;
  /** Base URL at which a browser reaches the sandbox: `http://localhost:3900`. No slash at the end. */
  publicUrl: string;
  /** Base URL at which the sandbox reaches the product: webhooks go to `{productUrl}/webhooks/{provider}`. */
  productUrl: string;
}

export interface ControlField {
  name: string;
  label: string;
  /** `cents` is shown as dollars on the page and arrives in whole cents. */
  type: 'text' | 'number' | 'cents' | 'select';
  default?: string;
  /** The choices of a `select`, fetched each time the page is rendered. */
  options?(): Promise<{ value: string; label: string }[]>;
}

/**
 * A button of the control page. It is also an HTTP call for tests and demo data: `POST /control/{stand-in}/{name}`
 * with the fields as JSON, answered by `{message, result}`.
 */
export interface ControlButton {
  name: string;
  label: string;
  help?: string;
  /** The heading under which the page shows it; see `grouped`. */
  group?: string;
  fields?: ControlField[];
  /** Fields are always strings, from the page and from HTTP calls. Throws `Refusal` when the action is impossible. `message` is shown on the page. */
  run(input: Readonly<Record<string, string>>): Promise<{ message: string; result?: unknown }>;
}

/** Puts buttons under a heading of the control page. */
export const grouped = (group: string, buttons: readonly ControlButton[]): ControlButton[] => buttons.map((button) => ({ ...button, group }));

export interface StandIn {
  /** Short name in paths, faults and the journal: `lithic`. */
  name: string;
  /** Name for people: `Lithic`. */
  title: string;
  /** One line for people: the service that it replaces. */
  summary: string;
  /** Path at which its router is mounted; the router sees the rest of the path. */
  path: string;
  /** Claims a request by something other than its path (a host name). The router then sees the whole path. Checked before any path. */
  claims?(request: Request): boolean;
  router: Router;
  start?(): Promise<void>;
  stop?(): Promise<void>;
  controls?: ControlButton[];
  /** Pages to open from the control page; `href` is absolute or starts at the root. */
  pages?: { label: string; href: string }[];
  /** Returns the provider's own error body for this status, used by faults and by unknown addresses. */
  failure?(status: number): unknown;
}

/** Every stand-in's `index.ts` exports one of these, named `create<Name>`. */
export type CreateStandIn = (core: SandboxCore) => StandIn | Promise<StandIn>;
