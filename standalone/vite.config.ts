import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The base of all assets. No page may have a path below it, because Vite's development server strips its base from every address. */
const base = '/_assets/app/';

/** Libraries in a chunk of their own: our releases do not change it, so browsers keep it cached. */
const LIBRARIES = /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|@remix-run\/router)\/|commonjsHelpers/;

/** BigDesign's checkbox, radio button and lists import each other indirectly; split over two chunks they would run in the wrong order. */
const CHECK_BOX = /big-design\/dist\/es\/components\/(Checkbox|Radio)\//;

/** The library of forms: without a chunk of its own, it would be put with what pages without forms load too. */
const FORMS = /node_modules\/(react-hook-form|@hookform)\//;

/** Small parts of many pages, which import nothing of ours: each would be a request of its own, with more headers than content. */
const PARTS = /server\/browser\/(useFocusOn|outsideScript)|server\/domain\/receiver\/customerName|standalone\/(layout\/ButtonRow|forms\/fieldLayout)\.ts/;

/** The words of onboarding's steps: left alone, they would be merged with the bar at the foot of every page. */
const STEPS = /server\/domain\/onboarding\/(stepTexts|milestones)\.ts/;

function chunkOf(id: string): string | undefined {
  if (PARTS.test(id)) return 'parts';
  if (STEPS.test(id)) return 'steps';
  if (LIBRARIES.test(id)) return 'react';
  if (FORMS.test(id)) return 'forms';
  return CHECK_BOX.test(id) ? 'check-box' : undefined;
}

/** The size in bytes below which a file is merged into another one: each request costs a kilobyte of headers, and a place in the queue. */
const smallestChunk = 20_000;

/** The pages of staff. The chunk loads its parts after itself: to preload them, everybody's first page would have to list them. */
const OF_STAFF = /^assets\/(MasqueradeBanner|UnknownCustomer|DebugPanel|StaffPages)-/;

/** Preloads the font of nearly every page, so that it is fetched with the page and not after the style sheet. */
function preloadFont(): Plugin {
  return {
    name: 'preload-font',
    apply: 'build',
    transformIndexHtml: (_html, { bundle }) => {
      const font = Object.keys(bundle ?? {}).find((file) => file.includes('source-sans-3-latin-wght-normal'));
      if (!font) throw new Error('the build contains no font to preload');
      const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `${base}${font}` };
      return [{ tag: 'link', attrs, injectTo: 'head-prepend' }];
    },
  };
}

/**
 * Builds the branded dashboard. The server serves `index.html` itself and fills in its placeholders; in development
 * it runs this configuration with `server.middlewareMode` and `appType: 'custom'`.
 */
export default defineConfig({
  root: here('.'),
  base,
  // The embedded app runs its own Vite; two must not share a cache.
  cacheDir: here('../node_modules/.vite-standalone'),
  plugins: [react(), preloadFont()],
  html: { cspNonce: '{{NONCE}}' },
  resolve: { dedupe: ['react', 'react-dom', 'styled-components'] },
  build: {
    outDir: here('../build/standalone'),
    emptyOutDir: true,
    // Inline no assets: the content security policy allows no data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { resolveDependencies: (file, parts) => (OF_STAFF.test(file) ? [] : parts) },
    rollupOptions: { output: { manualChunks: chunkOf, onlyExplicitManualChunks: true, experimentalMinChunkSize: smallestChunk } },
  },
});
