import { BlockStack, ProgressBar, Text } from '@shopify/polaris';
import { type FirstReading, readingWords } from '../../server/domain/store/firstReading.ts';

/** How far the store has come in being read for the first time. */
export function StoreReading({ reading }: { reading: FirstReading }) {
  return (
    <div role="status">
      <BlockStack gap="200">
        <Text as="p" id="store-reading">
          {readingWords(reading)}
        </Text>
        <ProgressBar progress={Math.round((reading.months_read / reading.months_wanted) * 100)} size="small" ariaLabelledBy="store-reading" />
      </BlockStack>
    </div>
  );
}
