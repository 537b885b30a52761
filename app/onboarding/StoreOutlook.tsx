import { BlockStack, Box, ProgressBar, Text } from '@shopify/polaris';
import type { LimitOutlook } from '../../server/domain/onboarding/limitEstimate.ts';

/** The limit to come, and how far the store's sales have been read. The server reads on when the page is closed. */
export function StoreOutlook({ outlook }: { outlook: LimitOutlook | null }) {
  if (outlook === null) return null;
  const { title, text, percent } = outlook;
  return (
    <Box borderBlockStartWidth="025" borderColor="border" paddingBlockStart="400">
      <section aria-label="Your sales" aria-live="polite">
        <BlockStack gap="200">
          {title !== null && (
            <Text as="p" fontWeight="semibold">
              {title}
            </Text>
          )}
          <Text as="p" tone="subdued" id="sales-read">
            {text}
          </Text>
          {percent !== null && <ProgressBar progress={percent} size="small" ariaLabelledBy="sales-read" />}
        </BlockStack>
      </section>
    </Box>
  );
}
