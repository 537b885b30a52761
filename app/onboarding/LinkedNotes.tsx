import { BlockStack, Icon, InlineStack, Text } from '@shopify/polaris';
import { CheckCircleIcon } from '@shopify/polaris-icons';

/** Names what the steps before have linked; nothing while no name is known. */
export function LinkedNotes({ notes }: { notes: readonly string[] }) {
  if (notes.length === 0) return null;
  return (
    <div role="status">
      <BlockStack gap="100">
        {notes.map((note) => (
          <InlineStack key={note} gap="200" blockAlign="center" wrap={false}>
            <span>
              <Icon source={CheckCircleIcon} tone="success" />
            </span>
            <Text as="p" fontWeight="semibold" breakWord>
              {note}
            </Text>
          </InlineStack>
        ))}
      </BlockStack>
    </div>
  );
}
