// @vitest-environment node
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, it } from 'vitest';

const folder = 'extensions/order-spending-power';
/** The platform's limit for an extension. */
const limit_bytes = 64 * 1_024;

it('the extension, packed as the platform’s own tool packs it, is below 64 kB', async () => {
  const [, module = ''] = /^\s*module = "(.+)"$/m.exec(readFileSync(join(folder, 'shopify.extension.toml'), 'utf8')) ?? [];
  const { outputFiles } = await build({
    entryPoints: [join(folder, module)],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2020',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    write: false,
  });
  const size_bytes = outputFiles.reduce((sum, { contents }) => sum + contents.byteLength, 0);
  expect(size_bytes).toBeGreaterThan(1_000);
  expect(size_bytes).toBeLessThan(limit_bytes);
});
