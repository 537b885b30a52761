import { BlockStack, InlineStack, Text } from '@shopify/polaris';
import type { ReactNode } from 'react';
import { type Cents, formatWholeUsd } from '../../server/domain/basics/money.ts';

interface ScaledPictureProps {
  /** The amounts at the top and at the bottom edge. */
  most: Cents;
  least: Cents;
  /** The labels of days from the first to the last, evenly spread. */
  days: readonly string[];
  children: ReactNode;
}

/** A picture of amounts over days, between the marks of its scale. */
export function ScaledPicture({ most, least, days, children }: ScaledPictureProps) {
  return (
    <BlockStack gap="050">
      <Mark>{formatWholeUsd(most)}</Mark>
      {children}
      <Mark>{formatWholeUsd(least)}</Mark>
      <InlineStack align="space-between" wrap={false}>
        {[...new Set(days)].map((day) => (
          <Mark key={day}>{day}</Mark>
        ))}
      </InlineStack>
    </BlockStack>
  );
}

/** A screen reader has the picture in words and every amount beside it instead. */
function Mark({ children }: { children: string }) {
  return (
    <div aria-hidden="true">
      <Text as="span" variant="bodySm" tone="subdued">
        {children}
      </Text>
    </div>
  );
}
