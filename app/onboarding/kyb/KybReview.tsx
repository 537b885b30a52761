import { BlockStack, Button, DescriptionList, InlineStack, Text } from '@shopify/polaris';
import { noOwners, type ReviewPart } from '../../../server/domain/kyb/kybReview.ts';
import { kybTexts } from '../../../server/domain/onboarding/stepTexts.ts';

/** All answers of the verification form, page by page, each with the way back to it. */
export function KybReview({ parts, onChange }: { parts: readonly ReviewPart[]; onChange: (page: number) => void }) {
  return (
    <BlockStack gap="400">
      {parts.map(({ page, title, lists }) => (
        <BlockStack key={page} gap="100">
          <InlineStack align="space-between" blockAlign="center">
            <Text as="h3" variant="headingMd">
              {title}
            </Text>
            <Button variant="plain" accessibilityLabel={`${kybTexts.review.change}: ${title}`} onClick={() => onChange(page)}>
              {kybTexts.review.change}
            </Button>
          </InlineStack>
          {lists.length === 0 && <Text as="p">{noOwners}</Text>}
          {lists.map(({ path, answers }) => (
            <DescriptionList key={path} items={answers.map(({ label, value }) => ({ term: label, description: value }))} />
          ))}
        </BlockStack>
      ))}
    </BlockStack>
  );
}
