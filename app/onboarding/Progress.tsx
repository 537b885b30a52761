import { BlockStack, Box, ProgressBar, Text } from '@shopify/polaris';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import { progressOf } from '../../server/domain/onboarding/milestones.ts';
import { merchantMilestones } from './merchantMilestones.ts';

/** Shows the number of the current step, as text and as a line that fills. */
export function Progress({ receiver: { completion } }: { receiver: ReceiverAnswer }) {
  const { place, count } = progressOf(merchantMilestones(completion));
  const done = merchantMilestones(completion).filter(({ state }) => state === 'done').length;
  return (
    <Box paddingInline={{ xs: '400', sm: '0' }}>
      <BlockStack gap="200">
        <Text as="p" tone="subdued" id="onboarding-progress">
          Step {place} of {count}
        </Text>
        <ProgressBar progress={Math.round((done / count) * 100)} size="small" ariaLabelledBy="onboarding-progress" />
      </BlockStack>
    </Box>
  );
}
