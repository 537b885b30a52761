import { redirect } from '@remix-run/node';
import type { Answer, CallInput, CallName, FileType } from '../server/contract/call.ts';
import type { RouteContract } from '../server/contract/define.ts';
import type { getReceiver, ReceiverAnswer } from '../server/contract/receiver.ts';
import type { getStoreVisitor, StoreVisitor } from '../server/contract/storeStaff.ts';
import type { Answered, CoreLoadContext } from '../server/http/loadContext.ts';
import { withShop } from './shopAddress.ts';
import { shopifyOf } from './shopify.server.ts';

/** A merchant inside their store's admin, signed in at the core. */
export interface Merchant {
  shop: string;
  /** Whether they own the store, and what they may see where they do not. */
  visitor: StoreVisitor;
  /** The account as this request found it, read once for all loaders of the page. Throws as `ask` does. */
  receiver(): Promise<ReceiverAnswer>;
  /** Calls the core as this merchant. Throws a failure as the answer that the page's error view shows. */
  ask<Contract extends RouteContract>(name: CallName<Contract>, input: CallInput<Contract>): Promise<Answer<Contract>>;
  /** Calls the core as this merchant. Returns a failure instead of throwing it. */
  attempt<Contract extends RouteContract>(name: CallName<Contract>, input: CallInput<Contract>): Promise<Answered<Contract>>;
  /** A file of the core's, sent on as it is made. */
  file<Contract extends RouteContract>(name: CallName<Contract>, input: CallInput<Contract>, mediaType: FileType<Contract>): Promise<Response>;
}

interface Visit {
  request: Request;
  context: CoreLoadContext;
}

/** The merchant of each request, so that the page's loaders, which run in parallel, sign in once. */
const visits = new WeakMap<CoreLoadContext, Promise<Merchant>>();

/** Returns the merchant who opened this page. Without a valid session token, throws the answer that makes App Bridge fetch a new one. */
export function merchantOf(visit: Visit): Promise<Merchant> {
  const present = visits.get(visit.context);
  if (present) return present;
  const merchant = signIn(visit);
  visits.set(visit.context, merchant);
  return merchant;
}

async function signIn({ request, context }: Visit): Promise<Merchant> {
  const { core } = context;
  const { session, sessionToken } = await authenticate(request, context);
  const visitor = { shop: session.shop, userId: sessionToken.sub, idToken: idTokenOf(request) };
  let token = (await core.signIn(visitor)) ?? askAgain(request, context);

  /** Calls the core. When it refuses the access token, exchanges the session for a new one and calls once more. */
  async function attempt<Contract extends RouteContract>(name: CallName<Contract>, input: CallInput<Contract>): Promise<Answered<Contract>> {
    const answered = await core.call<Contract>(token, name, input);
    if (answered.ok || answered.problem.status !== 401) return answered;
    core.forget(visitor);
    token = (await core.signIn(visitor)) ?? askAgain(request, context);
    return core.call<Contract>(token, name, input);
  }

  const visited = await attempt<typeof getStoreVisitor>('GET /api/store_visitor', {});
  if (!visited.ok) throw Response.json(visited.problem, { status: visited.problem.status });
  leadStaff(request, visited.value);

  async function ask<Contract extends RouteContract>(name: CallName<Contract>, input: CallInput<Contract>): Promise<Answer<Contract>> {
    const answered = await attempt<Contract>(name, input);
    if (answered.ok) return answered.value;
    throw Response.json(answered.problem, { status: answered.problem.status });
  }

  let receiver: Promise<ReceiverAnswer> | null = null;
  return {
    shop: session.shop,
    visitor: visited.value,
    receiver() {
      receiver ??= ask<typeof getReceiver>('GET /api/receiver', { query: {} });
      return receiver;
    },
    ask,
    attempt,
    file: (name, input, mediaType) => core.file(token, name, input, mediaType),
  };
}

/** The pages that do something with the account at the owner's word: staff of the store read who can help in their place. */
const ownersPages = /^\/shopify\/(onboarding|settings)(\.data)?$/;

/** The page of the steps to a card, which an owner takes. */
const stepsPage = /^\/shopify\/onboarding(\.data)?$/;

/**
 * Leads a member of the store's staff from a page that they may not see to the page that says so, and a member of the team from the steps
 * to the home that says who takes them. Calls and files are refused by the core.
 */
function leadStaff(request: Request, { owner_needed, may_see, setup_needs }: StoreVisitor): void {
  const { pathname, search } = new URL(request.url);
  if (setup_needs !== null && request.method === 'GET' && stepsPage.test(pathname)) throw redirect(`/shopify${search}`);
  const isPage = !/^\/shopify\/(staff(\.data)?|calls|files)$/.test(pathname);
  if (owner_needed === null || request.method !== 'GET' || !isPage) return;
  if (may_see !== 'everything' || ownersPages.test(pathname)) throw redirect(`/shopify/staff${search}`);
}

/** Verifies the session token by Shopify's library. Concurrent first requests of a shop share one token exchange. */
async function authenticate(request: Request, context: CoreLoadContext) {
  const known = addressFromReferrer(request);
  if (known !== null) throw redirect(known);
  if (!namesHost(request)) throw redirect('/shopify/auth/login');
  const { authenticate } = shopifyOf(context);
  return context.exchangeOnce(shopNamed(request), () => authenticate.admin(request));
}

/**
 * Returns the address of a document that names no shop with the one of the app's page that led there; null where there is none. The
 * answer to it is a redirect, so that what may frame the page is decided by the address with the shop.
 */
function addressFromReferrer({ headers, url }: Request): string | null {
  const asked = new URL(url);
  const referrer = headers.get('referer') ?? '';
  if (asked.searchParams.has('shop') || headers.has('authorization') || !URL.canParse(referrer)) return null;
  const from = new URL(referrer);
  const [shop, host] = [from.searchParams.get('shop'), from.searchParams.get('host')];
  if (from.host !== asked.host || shop === null || host === null) return null;
  const found = new URL(withShop(url, { shop, host }));
  return `${found.pathname}${found.search}`;
}

/** Returns whether the `host` of a request, when it has one, is an address in base64: Shopify's library fails on any other. */
function namesHost(request: Request): boolean {
  const host = new URL(request.url).searchParams.get('host');
  return host === null || URL.canParse(`https://${Buffer.from(host, 'base64')}`);
}

/** Returns the shop that a request claims, unverified; used only to queue requests per shop. */
function shopNamed(request: Request): string {
  const claims = idTokenOf(request).split('.')[1] ?? '';
  return claims === '' ? (new URL(request.url).searchParams.get('shop') ?? '') : claimedShop(claims);
}

function claimedShop(claims: string): string {
  try {
    return String(JSON.parse(Buffer.from(claims, 'base64url').toString()).dest).replace('https://', '');
  } catch {
    return '';
  }
}

const idTokenOf = (request: Request) =>
  request.headers.get('authorization')?.replace(/^Bearer /, '') ?? new URL(request.url).searchParams.get('id_token') ?? '';

/** A page that was bounced this recently and is refused again would bounce for ever. */
const bounceLoopMs = 15_000;
const refused = { title: 'The app could not be opened', detail: 'Your store’s session was not accepted. Open the app again from your store’s admin.' };

/** Makes App Bridge repeat the request with a new session token: a page by way of the bounce page, any other request at once. */
function askAgain(request: Request, context: CoreLoadContext): never {
  if (request.headers.has('authorization')) throw new Response(null, { status: 401, headers: { 'X-Shopify-Retry-Invalid-Session-Request': '1' } });
  const { pathname, searchParams } = new URL(request.url);
  if (Date.now() - Number(searchParams.get('bounced')) < bounceLoopMs) throw Response.json(refused, { status: 401 });
  searchParams.delete('id_token');
  const reload = `${context.shopify.appUrl}${pathname}?${searchParams}`;
  throw redirect(`/shopify/auth/session-token?${new URLSearchParams([...searchParams, ['shopify-reload', reload]])}`);
}
