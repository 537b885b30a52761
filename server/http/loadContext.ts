import type { Answer, CallInput, CallName, FileType } from '../contract/call.ts';
import type { RouteContract } from '../contract/define.ts';
import type { ProblemBody } from '../contract/problems.ts';
import type { PageDescription } from '../contract/program.ts';
import type { ExchangeOnce } from '../services/shop/exchangeOnce.ts';
import type { ShopSessions } from '../services/shop/shopSessions.ts';

/** What Shopify's library is set up with. */
export interface ShopifySettings {
  apiKey: string;
  apiSecret: string;
  scopes: readonly string[];
  /** Our own address. */
  appUrl: string;
  /** In the sandbox: where calls to a shop go, the script that stands in for App Bridge, and the admin that frames the app. */
  emulatorUrl: string | undefined;
  appBridgeUrl: string | undefined;
  sandboxAdminOrigin: string | undefined;
}

/** A call's answer, or why there is none, in words for the reader. */
export type Answered<Contract extends RouteContract> = { ok: true; value: Answer<Contract> } | { ok: false; problem: ProblemBody };

/** A shop's member of staff with the token that Shopify's admin gave for them, verified by Shopify's library. */
export interface ShopVisitor {
  shop: string;
  userId: string;
  idToken: string;
}

/** What the core does for the embedded app. Calls are made in this process, with the same checks on both ways as over HTTP. */
export interface EmbeddedCore {
  /** Hands the visitor's session in for an access token, or gives the one of an earlier request. Null when this session was handed in before or is not good. */
  signIn(visitor: ShopVisitor): Promise<string | null>;
  /** The access token of a visitor was not accepted: the next session is handed in anew. */
  forget(visitor: Pick<ShopVisitor, 'shop' | 'userId'>): void;
  call<Contract extends RouteContract>(accessToken: string, name: CallName<Contract>, input: CallInput<Contract>): Promise<Answered<Contract>>;
  /** A file of a call in one of its media types, or the problem in its place, sent on as it is made. */
  file<Contract extends RouteContract>(
    accessToken: string,
    name: CallName<Contract>,
    input: CallInput<Contract>,
    mediaType: FileType<Contract>,
  ): Promise<Response>;
}

/** What the embedded app gets with each request: it opens nothing of its own. */
export interface CoreLoadContext {
  requestId: string;
  /** Allows this answer's own scripts. */
  nonce: string;
  /** The program of the request's host, and where the browser's third parties are. */
  page: PageDescription;
  /** The branded site of the program. */
  siteUrl: string;
  shopify: ShopifySettings;
  /** Where Shopify's library keeps its sessions. */
  sessions: ShopSessions;
  core: EmbeddedCore;
  /** Has two first requests of a shop make one exchange of tokens, whichever processes they come to. */
  exchangeOnce: ExchangeOnce;
}

declare module '@remix-run/node' {
  interface AppLoadContext extends CoreLoadContext {}
}
