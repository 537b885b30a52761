import { BlockStack, Card, Text } from '@shopify/polaris';
import { type ReactNode, useEffect, useRef } from 'react';

/** The heading of the previous step, so that the next heading takes focus. Undefined until a step was shown. */
let lastHeading: string | undefined;

interface StepCardProps {
  heading: string;
  /** The purpose of the step, in one or two sentences. */
  lead?: string | undefined;
  /** The position within the step, above the heading. */
  place?: string;
  children?: ReactNode;
}

/** The card of a step. When its heading replaces another, it takes focus, so that screen readers announce it. */
export function StepCard({ heading, lead, place, children }: StepCardProps) {
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (lastHeading !== undefined && lastHeading !== heading) {
      top.current?.focus({ preventScroll: true });
      window.scrollTo({ top: 0 });
    }
    lastHeading = heading;
  }, [heading]);
  return (
    <Card>
      <BlockStack gap="400">
        <BlockStack gap="100">
          {place !== undefined && (
            <Text as="p" tone="subdued">
              {place}
            </Text>
          )}
          <div ref={top} tabIndex={-1} className="step-heading">
            <Text as="h2" variant="headingLg">
              {heading}
            </Text>
          </div>
          {lead !== undefined && (
            <Text as="p" tone="subdued">
              {lead}
            </Text>
          )}
        </BlockStack>
        {children}
      </BlockStack>
    </Card>
  );
}
