import { BlockStack, Card, InlineStack, List, ProgressBar, Text } from '@shopify/polaris';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import { guideStages } from '../guideStages.ts';
import { FullSiteButton } from './FullSiteButton.tsx';

/** What is done and what comes next on the way to a card. */
export function SetupGuide({ completion }: Pick<ReceiverAnswer, 'completion'>) {
  const stages = guideStages(completion);
  const done = stages.filter(({ isComplete }) => isComplete).length;
  return (
    <Card>
      <BlockStack gap="300">
        <BlockStack gap="100">
          <Text as="h2" variant="headingMd" id="setup-guide">
            Get your card
          </Text>
          <Text as="p" tone="subdued">
            {done} of {stages.length} done. Leave whenever you like: you go on where you stopped.
          </Text>
        </BlockStack>
        <ProgressBar progress={(done / stages.length) * 100} size="small" ariaLabelledBy="setup-guide" />
        <List>
          {stages.map(({ title, isComplete }) => (
            <List.Item key={title}>
              {title}
              {isComplete && ', done'}
            </List.Item>
          ))}
        </List>
        <InlineStack>
          <FullSiteButton variant="primary">{done === 0 ? 'Get started' : 'Continue'}</FullSiteButton>
        </InlineStack>
      </BlockStack>
    </Card>
  );
}
