import { BlockStack, Card, Icon, InlineStack, ProgressBar, Text } from '@shopify/polaris';
import { CheckCircleIcon, MinusCircleIcon } from '@shopify/polaris-icons';
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
        <BlockStack as="ul" gap="200">
          {stages.map(({ title, isComplete }) => (
            <li key={title}>
              <InlineStack gap="200" wrap={false}>
                <span>
                  <Icon
                    source={isComplete ? CheckCircleIcon : MinusCircleIcon}
                    tone={isComplete ? 'success' : 'subdued'}
                    accessibilityLabel={isComplete ? 'Done' : 'To do'}
                  />
                </span>
                <Text as="span" {...(isComplete && { tone: 'subdued' as const })}>
                  {title}
                </Text>
              </InlineStack>
            </li>
          ))}
        </BlockStack>
        <InlineStack>
          <FullSiteButton variant="primary">{done === 0 ? 'Get started' : 'Continue'}</FullSiteButton>
        </InlineStack>
      </BlockStack>
    </Card>
  );
}
