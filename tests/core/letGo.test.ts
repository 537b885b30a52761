import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { testProduct } from '../support/product.ts';

/** Has the memory cleared of what nothing refers to. */
function clearMemory(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

async function stoppedProduct(): Promise<WeakRef<object>> {
  const product = await testProduct();
  expect((await product.call('/metrics')).text).toContain('nodejs_gc_duration_seconds');
  const deps = new WeakRef(product.deps);
  await product.stop();
  return deps;
}

it('a product that has stopped is let go of by its process, which goes on', async () => {
  const stopped = await stoppedProduct();
  await eventually('a product that is gone', async () => {
    clearMemory();
    return stopped.deref() === undefined;
  });
});
