import { testDatabase } from './database.ts';
import { type ProductOfTest, productOn, type TestProduct } from './productOn.ts';

export type { TestProduct };

/** Starts a whole product for tests. `environment` adds to or replaces settings. */
export async function testProduct(environment: Record<string, string> = {}, options: ProductOfTest = {}): Promise<TestProduct> {
  return productOn(await testDatabase(), environment, options);
}
