import { BlockStack, Button, Card, Icon, InlineStack, ProgressBar, Text } from '@shopify/polaris';
import { CheckCircleIcon, MinusCircleIcon } from '@shopify/polaris-icons';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import { merchantMilestones } from '../onboarding/merchantMilestones.ts';
import { FullSiteButton } from './FullSiteButton.tsx';

/** The steps to a card, done and to do, with the button to continue. */
export function SetupGuide({ completion }: Pick<ReceiverAnswer, 'completion'>) {
  const stages = merchantMilestones(completion);
  const done = stages.filter(({ state }) => state === 'done').length;
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
        <ProgressBar progress={Math.round((done / stages.length) * 100)} size="small" ariaLabelledBy="setup-guide" />
        <BlockStack as="ul" gap="200">
          {stages.map(({ title, state }) => (
            <li key={title}>
              <InlineStack gap="200" wrap={false}>
                <span>
                  <Icon
                    source={state === 'done' ? CheckCircleIcon : MinusCircleIcon}
                    tone={state === 'done' ? 'success' : 'subdued'}
                    accessibilityLabel={state === 'done' ? 'Done' : 'To do'}
                  />
                </span>
                <Text as="span" {...(state === 'done' && { tone: 'subdued' as const })}>
                  {title}
                </Text>
              </InlineStack>
            </li>
          ))}
        </BlockStack>
        <InlineStack gap="400" blockAlign="center">
          <Button variant="primary" url="/shopify/onboarding">
            {done === 0 ? 'Get started' : 'Continue'}
          </Button>
          <FullSiteButton variant="plain">Do it on the full site</FullSiteButton>
        </InlineStack>
      </BlockStack>
    </Card>
  );
}
