import { Button, InlineStack, Text } from '@shopify/polaris';
import { useState } from 'react';
import type { KybAnswer } from '../../../server/contract/kyb.ts';
import { kybRefusal, refusalIntroduction } from '../../../server/domain/onboarding/stepTexts.ts';
import { StepCard } from '../StepCard.tsx';
import { CorrectKyb } from './CorrectKyb.tsx';
import { Reasons } from './Reasons.tsx';

interface RefusedKybProps {
  kyb: KybAnswer;
  token: string;
  /** Whether the business had been accepted, and got a card. */
  hasCard: boolean;
  supportEmail: string;
}

/** Explains a refusal that names nothing to correct: what it means, who can help, and what can still be tried. */
export function RefusedKyb({ kyb, token, hasCard, supportEmail }: RefusedKybProps) {
  const [isCorrecting, setIsCorrecting] = useState(false);
  if (isCorrecting) return <CorrectKyb kyb={kyb} token={token} opensAll />;
  return (
    <StepCard {...refusalIntroduction(hasCard)}>
      <Reasons reasons={kyb.reasons} />
      {hasCard && <Text as="p">{kybRefusal.cardsPaused}</Text>}
      <Text as="p">{kybRefusal.help}</Text>
      <InlineStack gap="200">
        <Button variant="primary" url={`mailto:${supportEmail}?subject=${encodeURIComponent(kybRefusal.subject)}`}>
          {kybRefusal.write}
        </Button>
        {kyb.may_submit && <Button onClick={() => setIsCorrecting(true)}>{kybRefusal.check}</Button>}
      </InlineStack>
      <Text as="p" tone="subdued">
        {kybRefusal.address(supportEmail)} {kyb.may_submit ? kybRefusal.maySubmit : kybRefusal.mayNotSubmit}
      </Text>
    </StepCard>
  );
}
