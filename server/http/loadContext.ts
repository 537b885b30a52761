import type { Answer, CallInput, CallName, FileType } from '../contract/call.ts';
import type { RouteContract } from '../contract/define.ts';
import type { ProblemBody } from '../contract/problems.ts';
import type { PageDescription } from '../contract/program.ts';
import type { ExchangeOnce } from '../services/store/shopify/exchangeOnce.ts';
import type { ShopSessions } from '../services/store/shopify/shopSessions.ts';

/** The settings of Shopify's library. */
export interface ShopifySettings {
  apiKey: string;
  apiSecret: string;
  scopes: readonly string[];
  /** The product's own address. */
  appUrl: string;
  /** Set in the sandbox only: the address for calls to a shop, the script that replaces App Bridge, and the admin that frames the app. */
  emulatorUrl: string | undefined;
  appBridgeUrl: string | undefined;
  sandboxAdminOrigin: string | undefined;
  /** The style sheet of the admin's typeface. */
  fontUrl: string;
}

/** A call's answer, or the problem that the reader is shown. */
export type Answered<Contract extends RouteContract> = { ok: true; value: Answer<Contract> } | { ok: false; problem: ProblemBody };

/** A member of a shop's staff, with the session token from Shopify's admin, verified by Shopify's library. */
export interface ShopVisitor {
  shop: string;
  userId: string;
  idToken: string;
}

/** The calls that the embedded app may make of the core. They run in this process, with the same checks of request and answer as over HTTP. */
export interface EmbeddedCore {
  /** Exchanges the visitor's session for an access token, or returns the token of an earlier request. Null when the session is invalid or was used before. */
  signIn(visitor: ShopVisitor): Promise<string | null>;
  /** Drops a visitor's access token that was refused, so that the next session is handed in again. */
  forget(visitor: Pick<ShopVisitor, 'shop' | 'userId'>): void;
  /** Returns whether a page in the browser may make the call itself: any of a signed-in merchant's, but the one that answers with an access token. */
  isPageCall(name: unknown): name is CallName<RouteContract>;
  call<Contract extends RouteContract>(accessToken: string, name: CallName<Contract>, input: CallInput<Contract>): Promise<Answered<Contract>>;
  /** Returns a call's file in one of its media types, streamed as it is made, or the problem in its place. */
  file<Contract extends RouteContract>(
    accessToken: string,
    name: CallName<Contract>,
    input: CallInput<Contract>,
    mediaType: FileType<Contract>,
  ): Promise<Response>;
}

/** All that the embedded app receives with a request: it opens no connection of its own. */
export interface CoreLoadContext {
  requestId: string;
  /** The nonce that allows this answer's own scripts. */
  nonce: string;
  /** The program of the request's host, and the addresses of the browser's third parties. */
  page: PageDescription;
  /** The address of the program's branded site. */
  siteUrl: string;
  shopify: ShopifySettings;
  /** The storage of Shopify's library for its sessions. */
  sessions: ShopSessions;
  core: EmbeddedCore;
  /** Limits a shop's simultaneous first requests to one token exchange, across all processes. */
  exchangeOnce: ExchangeOnce;
  /** Logs the cause of an answer with a status of 500 or above. */
  reportFailure(error: unknown): void;
}

declare module '@remix-run/node' {
  interface AppLoadContext extends CoreLoadContext {}
}
