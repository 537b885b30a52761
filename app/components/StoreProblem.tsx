import { Banner } from '@shopify/polaris';
import type { StoreError } from '../../server/domain/store/storeErrors.ts';
import { platformName, storeErrorInWords } from '../../server/domain/store/storeTexts.ts';

/** Says why the store could not be read, and what helps. It stays until the store is read again. */
export function StoreProblem({ error, platform }: { error: StoreError; platform: string }) {
  const { text, remedy } = storeErrorInWords(error, platformName(platform));
  return (
    <Banner tone="warning" title={text}>
      <p>{remedy}</p>
    </Banner>
  );
}
