import { BlockStack, Box, Text } from '@shopify/polaris';

/** Stands in for an empty list. Polaris' own holds the place of an image until it is loaded, and without one moves the page then. */
export function Empty({ heading, text }: { heading: string; text: string }) {
  return (
    <Box padding="800">
      <BlockStack gap="150">
        <Text as="p" variant="headingMd" alignment="center">
          {heading}
        </Text>
        <Text as="p" variant="bodySm" alignment="center">
          {text}
        </Text>
      </BlockStack>
    </Box>
  );
}
