import { Badge, Card, InlineStack, Text } from '@shopify/polaris';
import type { AppStatus } from '../../server/domain/home/appStatus.ts';

/** Says whether the app works. A change is announced. */
export function StatusLine({ status: { tone, label, text } }: { status: AppStatus }) {
  return (
    <Card padding="300">
      <div role="status" aria-label="Status of the app">
        <InlineStack gap="200" blockAlign="center">
          <Badge tone={tone}>{label}</Badge>
          <Text as="span">{text}</Text>
        </InlineStack>
      </div>
    </Card>
  );
}
