import type { PostHog, PostHogConfig } from 'posthog-js/dist/module.slim.no-external.js';
import { safeUrl } from '../../server/domain/access/queryNames.ts';
import { cleanProperties } from './cleanProperties.ts';
import { asksNotToBeTracked, mayMeasure } from './mayMeasure.ts';

export interface ProductAnalytics {
  /** Counts one view of the present page, once until another path is shown. */
  pageview(path: string): void;
  /** From now on the views are this receiver's: our own id, and nothing else about them. */
  identify(receiverId: string): void;
}

const settings: Partial<PostHogConfig> = {
  api_host: '/ingest',
  ui_host: 'https://us.posthog.com',
  person_profiles: 'identified_only',
  // One tab is one visit; nothing stays behind in the browser.
  persistence: 'sessionStorage',
  respect_dnt: true,
  save_referrer: false,
  save_campaign_params: false,
  // Views are counted by us, and nothing that anybody types or clicks is looked at.
  capture_pageview: false,
  capture_pageleave: false,
  autocapture: false,
  rageclick: false,
  capture_heatmaps: false,
  capture_dead_clicks: false,
  capture_exceptions: false,
  capture_performance: false,
  disable_session_recording: true,
  disable_surveys: true,
  // No code and no settings come from elsewhere while the page runs.
  advanced_disable_flags: true,
  disable_external_dependency_loading: true,
  before_send: (event) =>
    event && {
      ...event,
      properties: cleanProperties(event.properties),
      ...(event.$set && { $set: cleanProperties(event.$set) }),
      ...(event.$set_once && { $set_once: cleanProperties(event.$set_once) }),
    },
};

const nothing: ProductAnalytics = { pageview: () => undefined, identify: () => undefined };

/**
 * Product analytics, sent by way of our own server. Without a key, or when the visitor asks not to be tracked, nothing is
 * loaded and nothing sent. The library is loaded once the page has nothing else to do.
 */
export function createProductAnalytics(key: string | null): ProductAnalytics {
  if (key === null || asksNotToBeTracked(navigator)) return nothing;
  let library: Promise<PostHog> | undefined;
  let lastPath: string | undefined;

  /** Calls follow one another in the order in which they were made, also those from before the library was there. */
  function later(call: (posthog: PostHog) => void) {
    library ??= load(key ?? '');
    // Without the library, blocked or not reached, the page works as well.
    library.then(call).catch(() => undefined);
  }

  return {
    pageview(path) {
      if (path === lastPath) return;
      lastPath = path;
      const url = window.location.href;
      if (!mayMeasure(url)) return;
      const timestamp = new Date();
      // By the time the library is there the page may be another one.
      const page = { $current_url: safeUrl(url), $pathname: window.location.pathname };
      later((posthog) => posthog.capture('$pageview', page, { timestamp }));
    },
    identify(receiverId) {
      if (mayMeasure(window.location.href)) later((posthog) => posthog.identify(receiverId));
    },
  };
}

async function load(key: string): Promise<PostHog> {
  await idle();
  const { posthog } = await import('posthog-js/dist/module.slim.no-external.js');
  posthog.init(key, settings);
  return posthog;
}

const longestWait_ms = 5_000;

/** Resolves when the browser has nothing to do. */
function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout: longestWait_ms });
    else setTimeout(resolve, longestWait_ms);
  });
}
