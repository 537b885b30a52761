import type { PostHog, PostHogConfig } from 'posthog-js/dist/module.slim.no-external.js';
import { safeUrl } from '../../server/domain/access/queryNames.ts';
import { cleanProperties } from './cleanProperties.ts';
import { asksNotToBeTracked, mayMeasure } from './mayMeasure.ts';
import { whenIdle } from './whenIdle.ts';

export interface ProductAnalytics {
  /** Counts one view of the current page; repeats of the same path count once. */
  pageview(path: string): void;
  /** Attributes later views to this receiver, by our own id and nothing else. */
  identify(receiverId: string): void;
}

const settings: Partial<PostHogConfig> = {
  api_host: '/ingest',
  ui_host: 'https://us.posthog.com',
  person_profiles: 'identified_only',
  // One tab is one visit; nothing is left in the browser afterward.
  persistence: 'sessionStorage',
  // A visitor's actions before signing in are not joined to the account: each tab has a new id, and the library warns when it has to merge one.
  reuseAnonymousId: true,
  respect_dnt: true,
  save_referrer: false,
  save_campaign_params: false,
  // We count views ourselves, and capture nothing that is typed or clicked.
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
  // Load no code and no settings from other hosts while the page runs.
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

const disabled: ProductAnalytics = { pageview: () => undefined, identify: () => undefined };

/**
 * Creates product analytics that send through our own server. Without a key, or when the visitor asks not to be tracked, nothing is
 * loaded and nothing is sent. The library is loaded once the page has long been shown.
 */
export function createProductAnalytics(key: string | null): ProductAnalytics {
  if (key === null || asksNotToBeTracked(navigator)) return disabled;
  let library: Promise<PostHog> | undefined;
  let lastPath: string | undefined;

  /** Runs calls in the order in which they were made, including those made before the library was loaded. */
  function later(call: (posthog: PostHog) => void) {
    library ??= load(key ?? '');
    // The page works without the library, which may be blocked or unreachable.
    library.then(call).catch(() => undefined);
  }

  return {
    pageview(path) {
      if (path === lastPath) return;
      lastPath = path;
      const url = window.location.href;
      if (!mayMeasure(url)) return;
      const timestamp = new Date();
      // Read the address now: the page may have changed by the time the library is loaded.
      const page = { $current_url: safeUrl(url), $pathname: window.location.pathname };
      later((posthog) => posthog.capture('$pageview', page, { timestamp }));
    },
    identify(receiverId) {
      if (mayMeasure(window.location.href)) later((posthog) => posthog.identify(receiverId));
    },
  };
}

async function load(key: string): Promise<PostHog> {
  await whenIdle();
  const { posthog } = await import('posthog-js/dist/module.slim.no-external.js');
  posthog.init(key, settings);
  return posthog;
}
