import { BlockStack, Icon, InlineStack, Link, Spinner, Text } from '@shopify/polaris';
import { CheckCircleIcon } from '@shopify/polaris-icons';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import { isKybAccepted } from '../../server/domain/kyb/kybStatus.ts';
import { holdInWords } from '../../server/domain/onboarding/holdInWords.ts';
import { waitingTexts } from '../../server/domain/onboarding/stepTexts.ts';
import { isLinked } from '../../server/domain/receiver/receiver.ts';
import { StepCard } from './StepCard.tsx';

interface WaitingStepProps {
  receiver: ReceiverAnswer;
  supportEmail: string;
}

/** Lists what is still to happen without the merchant. The page moves on by itself. */
export function WaitingStep({ receiver, supportEmail }: WaitingStepProps) {
  const { kybStatus, email } = receiver;
  const hold = holdInWords(receiver);
  const isBusinessAccepted = isKybAccepted(kybStatus);
  const support = (
    <Link url={`mailto:${supportEmail}`} external>
      {supportEmail}
    </Link>
  );
  if (hold !== null) {
    return (
      <StepCard heading={waitingTexts.onHold.heading} lead={hold}>
        <Text as="p">
          {waitingTexts.onHold.ask} {support}
        </Text>
      </StepCard>
    );
  }
  if (isLinked(receiver.lithic_card_token) && !isBusinessAccepted) {
    const { heading, lead } = waitingTexts.again;
    return <StepCard heading={heading} lead={lead(receiver.blocks.includes('business_refused'))} />;
  }
  return (
    <StepCard heading={waitingTexts.heading} lead={waitingTexts.lead(isBusinessAccepted)}>
      <div aria-live="polite">
        <BlockStack gap="200">
          <Part isDone={isBusinessAccepted}>{waitingTexts.business(isBusinessAccepted)}</Part>
          <Part isDone={false}>{waitingTexts.card}</Part>
        </BlockStack>
      </div>
      <Text as="p" tone="subdued">
        {waitingTexts.goesOn(email)} Questions? {support}
      </Text>
    </StepCard>
  );
}

function Part({ isDone, children }: { isDone: boolean; children: string }) {
  return (
    <InlineStack gap="200" blockAlign="center">
      <span>{isDone ? <Icon source={CheckCircleIcon} tone="success" /> : <Spinner size="small" />}</span>
      <Text as="span">{children}</Text>
    </InlineStack>
  );
}
