import { BlockStack, Box, ProgressBar, Text } from '@shopify/polaris';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import { progressOf } from '../../server/domain/onboarding/milestones.ts';
import { merchantMilestones } from './merchantMilestones.ts';

/** Shows the number of the current step, as text and as a line that fills. */
export function Progress({ receiver: { completion } }: { receiver: ReceiverAnswer }) {
  const all = merchantMilestones(completion);
  const { place, count } = progressOf(all);
  // A later step may be done before this one: the card is open while its address is still asked for.
  const behind = all.every(({ state }) => state === 'done') ? count : place - 1;
  return (
    <Box paddingInline={{ xs: '400', sm: '0' }} paddingBlockStart={{ xs: '300', sm: '0' }}>
      <BlockStack gap="200">
        <Text as="p" tone="subdued" id="onboarding-progress">
          Step {place} of {count}
        </Text>
        <ProgressBar progress={Math.round((behind / count) * 100)} size="small" ariaLabelledBy="onboarding-progress" />
      </BlockStack>
    </Box>
  );
}
