/** How long after loading a page is left alone, so that nothing that measures competes with what it shows first. */
const restMs = 3_000;
const maxWaitMs = 5_000;

/** Resolves when the page has been loaded for a while and the browser has nothing to do. */
export async function whenIdle(): Promise<void> {
  if (document.readyState !== 'complete') await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }));
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, restMs - performance.now() + loadedAtMs())));
  if ('requestIdleCallback' in window) await new Promise((resolve) => window.requestIdleCallback(resolve, { timeout: maxWaitMs }));
}

/** Returns when the page was loaded, on the clock of `performance.now`. */
function loadedAtMs(): number {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation instanceof PerformanceNavigationTiming ? navigation.loadEventStart : 0;
}
