import type { APIResponse, Route } from '@playwright/test';
import { siteUrl } from './addresses.ts';

/** Sends a page's call to the product, or to another of its hosts, and returns the answer, which the page does not have yet. Only a browser knows where a site's host is. */
export function forward(route: Route, url = siteUrl()): Promise<APIResponse> {
  const request = route.request();
  return route.fetch({ url: request.url().replace(/\/\/[^:/]+/, '//127.0.0.1'), headers: { ...request.headers(), host: new URL(url).host } });
}
