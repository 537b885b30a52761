import { BlockStack, Card, Text } from '@shopify/polaris';
import type { ReactNode } from 'react';

interface TitledCardProps {
  title: string;
  /** The id of the heading, for what it labels. */
  headingId?: string;
  children: ReactNode;
}

/** A card of a page under its heading. */
export function TitledCard({ title, headingId, children }: TitledCardProps) {
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd" {...(headingId !== undefined && { id: headingId })}>
          {title}
        </Text>
        {children}
      </BlockStack>
    </Card>
  );
}
