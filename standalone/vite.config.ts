import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Not a path of the product's pages: in development Vite strips its base from every address it sees. */
const base = '/_assets/app/';

/** The parts that change with no release of ours: browsers keep them over updates. */
const LASTING = /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|@remix-run\/router)\//;

/** BigDesign's check box and its lists lead to each other by a detour: in two chunks they would be run in the wrong order. */
const CHECK_BOX = /big-design\/dist\/es\/components\/Checkbox\//;

function chunkOf(id: string): string | undefined {
  if (LASTING.test(id)) return 'react';
  return CHECK_BOX.test(id) ? 'check-box' : undefined;
}

/** The letters of nearly every page are asked for with the page, not after its style sheet was read. */
function preloadFont(): Plugin {
  return {
    name: 'preload-font',
    apply: 'build',
    transformIndexHtml: (_html, { bundle }) => {
      const font = Object.keys(bundle ?? {}).find((file) => file.includes('source-sans-3-latin-wght-normal'));
      if (!font) throw new Error('the build holds no font to preload');
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
  // The embedded app has a Vite of its own; two of them must not share a cache.
  cacheDir: here('../node_modules/.vite-standalone'),
  plugins: [react(), preloadFont()],
  html: { cspNonce: '{{NONCE}}' },
  resolve: { dedupe: ['react', 'react-dom', 'styled-components'] },
  build: {
    outDir: here('../build/standalone'),
    emptyOutDir: true,
    // A data: address would need a hole in the content security policy.
    assetsInlineLimit: 0,
    rollupOptions: { output: { manualChunks: chunkOf, onlyExplicitManualChunks: true } },
  },
});
