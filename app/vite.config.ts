import { vitePlugin as remix } from '@remix-run/dev';
import { defineConfig } from 'vite';

declare module '@remix-run/node' {
  interface Future {
    v3_singleFetch: true;
  }
}

/**
 * Builds the embedded app. The prefix /shopify is part of the route table and not a Remix basename, because the Shopify library
 * compares whole paths and would redirect to /shopify/shopify. The base of the assets differs from it, because Vite's development
 * server answers every request below its base itself.
 */
export default defineConfig({
  base: '/_assets/shopify/',
  // Two development servers run in one process and must not share an optimizer cache.
  cacheDir: 'node_modules/.vite-app',
  plugins: [
    remix({
      appDirectory: 'app',
      buildDirectory: 'build/app',
      ignoredRouteFiles: ['**/*'],
      routes: (defineRoutes) =>
        defineRoutes((route) => {
          route('shopify', 'routes/app.tsx', () => {
            route('', 'routes/app._index.tsx', { index: true });
            route('onboarding', 'routes/app.onboarding.tsx');
            route('transactions', 'routes/app.transactions.tsx');
            route('transactions/:tab/:id', 'routes/app.transaction.tsx');
            route('payments', 'routes/app.payments.tsx');
            route('cards', 'routes/app.cards.tsx');
            route('cards/new', 'routes/app.cards.new.tsx');
            route('cards/:card', 'routes/app.cards.card.tsx');
            route('cards/:card/edit', 'routes/app.cards.edit.tsx');
            route('insights', 'routes/app.insights.tsx');
            route('reports', 'routes/app.reports.tsx');
            route('settings', 'routes/app.settings.tsx');
            route('staff', 'routes/app.staff.tsx');
            route('*', 'routes/app.unknown.tsx');
          });
          route('shopify/calls', 'routes/calls.ts');
          route('shopify/card-switch', 'routes/cardSwitch.ts');
          route('shopify/files', 'routes/files.ts');
          route('shopify/auth/login', 'routes/auth.login.tsx');
          route('shopify/auth/session-token', 'routes/auth.sessionToken.tsx');
        }),
      future: { v3_fetcherPersist: true, v3_relativeSplatPath: true, v3_throwAbortReason: true, v3_singleFetch: true, v3_lazyRouteDiscovery: false },
    }),
  ],
  build: {
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 800,
    // A route that only answers calls has no part in the browser.
    rollupOptions: { onwarn: (warning, warn) => (warning.code === 'EMPTY_BUNDLE' ? undefined : warn(warning)) },
  },
});
