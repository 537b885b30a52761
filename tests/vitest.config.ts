import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { leftOut } from './command/tiers.ts';
import { environmentOfRun } from './support/clock.ts';
import { LongestFirst } from './support/longestFirst.ts';

const support = (file: string) => fileURLToPath(new URL(`support/${file}`, import.meta.url));

/** The rules need nothing but themselves, so that a run of them alone is over at once; everything else has a PostgreSQL. */
export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  cacheDir: 'node_modules/.cache/vitest',
  test: {
    // Tests wait for jobs, processes and the database as well as they compute: one worker more than two processors keeps both busy. Each
    // loads the product once.
    maxWorkers: 3,
    // Node loads the product as it does in operation, without its types; through Vite's runner every name that is imported is looked up at each use.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    sequence: { sequencer: LongestFirst },
    // These end what hangs. A machine that does ten other things makes a test slow, and no test fails for that.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    env: environmentOfRun(),
    projects: [
      {
        extends: true,
        test: { name: 'rules', include: ['tests/domain/**/*.test.ts'], setupFiles: [support('refuseConsoleError.ts')], pool: 'threads', isolate: false },
      },
      {
        extends: true,
        // The extension of the store's admin is written in Preact, and its tester loads it as it is.
        esbuild: { jsx: 'automatic', jsxImportSource: 'preact' },
        test: {
          name: 'extension',
          include: ['tests/extension/**/*.test.ts'],
          setupFiles: [support('refuseConsoleError.ts')],
          environment: 'happy-dom',
          // Node does not read JSX.
          experimental: { viteModuleRunner: true },
          server: { deps: { inline: [/@shopify\/ui-extensions-tester/] } },
        },
      },
      {
        extends: true,
        test: {
          name: 'product',
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/domain/**', 'tests/extension/**', 'tests/frontends/**', ...leftOut()],
          setupFiles: [support('liveInTestTime.ts'), support('refuseConsoleError.ts')],
          globalSetup: [support('globalSetup.ts')],
          pool: 'forks',
          // What a product throws away while it is young is cleared half as often: a tenth of the computing was that.
          // Nor is memory given back while a test waits: that goes through all that is loaded, and the next test needs it again.
          execArgv: ['--max-semi-space-size=64', '--no-memory-reducer'],
          // To load the product anew for each file takes a fourth of the whole run.
          isolate: false,
        },
      },
    ],
  },
});
