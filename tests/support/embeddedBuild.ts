import type { ServerBuild } from '@remix-run/node';

/** Returns an app in the admin whose routes are these modules, by path; it shows no pages. */
export const embeddedBuild = (modules: Readonly<Record<string, Omit<ServerBuild['routes'][string]['module'], 'default'>>>): ServerBuild => ({
  mode: 'test',
  entry: { module: { default: () => new Response(null, { status: 500 }) } },
  routes: Object.fromEntries(Object.entries(modules).map(([path, module]) => [path, { id: path, path, module: { ...module, default: undefined } }])),
  assets: { entry: { imports: [], module: '' }, routes: {}, url: '', version: '' },
  publicPath: '/',
  assetsBuildDirectory: '',
  isSpaMode: false,
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_singleFetch: true,
    v3_lazyRouteDiscovery: false,
  },
});
