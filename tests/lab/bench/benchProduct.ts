import { removeEmbeddedPostgres, startEmbeddedPostgres } from '../../../server/db/embedded.ts';
import { productOn, type TestProduct } from '../../support/productOn.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

/** Starts a product in this process, so that its work can be run and its metrics be read, with its own database, which is deleted afterward. */
export async function startBenchProduct(environment: Record<string, string> = {}): Promise<TestProduct> {
  const dataDir = temporaryFolder('headway-bench-');
  const { url, stop } = await startEmbeddedPostgres({ dataDir, log: { debug: () => {}, error: console.error } });
  const drop = async () => {
    await stop();
    await removeEmbeddedPostgres(dataDir);
  };
  return productOn({ url, stop: drop }, environment);
}
