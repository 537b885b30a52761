import { testDatabase } from './database.ts';
import { type MerchantKind, openWithMerchants } from './merchantTemplate.ts';
import { type ProductOfTest, productOn, type TestProduct } from './productOn.ts';

export type { TestProduct };

/** Starts a whole product for tests. `environment` adds to or replaces settings. */
export async function testProduct(environment: Record<string, string> = {}, options: ProductOfTest = {}): Promise<TestProduct> {
  return productOn(await testDatabase(), environment, options);
}

/** Starts a whole product in whose database there are merchants of a kind, for `merchantAt` or `newCardholder` to take. */
export async function productWithMerchants(kind: MerchantKind, environment: Record<string, string> = {}): Promise<TestProduct> {
  const { database, madeBefore } = await openWithMerchants(kind);
  return productOn(database, environment, {}, madeBefore);
}
