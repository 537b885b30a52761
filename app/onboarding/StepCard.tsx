import { BlockStack, Card, Text } from '@shopify/polaris';
import { type ReactNode, useEffect, useRef } from 'react';

/** The heading that was shown before, by which the next one knows that it took its place. */
let lastHeading: string | undefined;

interface StepCardProps {
  heading: string;
  /** What the step is for, in one or two sentences. */
  lead?: string | undefined;
  /** Said above the heading: where in the step one is. */
  place?: string;
  children?: ReactNode;
}

/** A step. When its heading takes the place of another one it takes the focus too, so that whoever hears the page is told. */
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
