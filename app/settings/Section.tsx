import { BlockStack, Card, Text } from '@shopify/polaris';
import type { ReactNode } from 'react';

interface SectionProps {
  /** The section's part of the address, as in `/shopify/settings#bank`. */
  id: string;
  title: string;
  children: ReactNode;
}

/** A section of the settings, which an address can lead to. */
export function Section({ id, title, children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-heading`}>
      <Card>
        <BlockStack gap="300">
          <Text as="h2" variant="headingMd" id={`${id}-heading`}>
            {title}
          </Text>
          {children}
        </BlockStack>
      </Card>
    </section>
  );
}
