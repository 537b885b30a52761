import { useRevalidator } from '@remix-run/react';
import { Banner, BlockStack, Button, InlineStack, List, Scrollable, Text } from '@shopify/polaris';
import { useEffect, useRef, useState } from 'react';
import type { getAgreement, postAgreement } from '../../server/contract/agreements.ts';
import type { Answer } from '../../server/contract/call.ts';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import { agreementTexts } from '../../server/domain/onboarding/stepTexts.ts';
import { callCore } from '../call.ts';
import { ProblemBanner } from '../components/ProblemBanner.tsx';
import { useEffectCall } from '../useEffectCall.ts';
import { AgreementText } from './AgreementText.tsx';
import { StepCard } from './StepCard.tsx';

interface AgreementStepProps {
  agreement: Answer<typeof getAgreement>;
  receiver: ReceiverAnswer;
}

/** Shows one of the three agreements. The merchant accepts, after reading to the end, exactly the version that was read. */
export function AgreementStep({ agreement: { document, title, version, markdown, in_short }, receiver: { token, email } }: AgreementStepProps) {
  const { revalidate } = useRevalidator();
  const [readVersion, setReadVersion] = useState<string | null>(null);
  const [outdatedMessage, setOutdatedMessage] = useState<string | null>(null);
  const end = useRef<HTMLDivElement>(null);
  const isRead = readVersion === version;

  useEffect(() => {
    if (!end.current) return undefined;
    const look = (entries: IntersectionObserverEntry[]) => {
      // Printing scrolls everything into view; do not count that as read.
      if (!window.matchMedia('print').matches && entries.some(({ isIntersecting }) => isIntersecting)) setReadVersion(version);
    };
    // Some screens stop a fraction of a pixel before the end.
    const watching = new IntersectionObserver(look, { root: end.current.closest('.agreement-text'), rootMargin: '0px 0px 16px' });
    watching.observe(end.current);
    return () => watching.disconnect();
  }, [version]);

  const acceptance = useEffectCall(
    (read: { version: string }, idempotencyKey) =>
      callCore<typeof postAgreement>('POST /api/users/:token/agreements/:document', { params: { token, document }, body: read, idempotencyKey }),
    `${title} accepted`,
  );
  async function accept() {
    const outcome = await acceptance.run({ version });
    if (outcome.ok || outcome.problem.code !== 'agreement_outdated') return;
    setOutdatedMessage(outcome.problem.message);
    acceptance.clear();
    revalidate();
  }

  return (
    <StepCard heading={title} lead={agreementTexts.lead}>
      {outdatedMessage !== null && <Banner tone="info">{outdatedMessage}</Banner>}
      {in_short.length > 0 && (
        <BlockStack gap="200">
          <Text as="h3" variant="headingMd">
            {agreementTexts.inShort}
          </Text>
          <List>
            {in_short.map((point) => (
              <List.Item key={point}>{point}</List.Item>
            ))}
          </List>
        </BlockStack>
      )}
      <Scrollable className="agreement-text" role="region" aria-label={title} focusable shadow>
        <AgreementText markdown={markdown} />
        <div ref={end} />
      </Scrollable>
      <Text as="p" tone="subdued">
        {isRead ? agreementTexts.read(email) : agreementTexts.unread}
      </Text>
      <ProblemBanner problem={acceptance.problem} />
      <InlineStack gap="200">
        <Button variant="primary" disabled={!isRead} loading={acceptance.isBusy} onClick={() => void accept()}>
          {agreementTexts.accept}
        </Button>
        <Button onClick={() => window.print()}>Print</Button>
      </InlineStack>
    </StepCard>
  );
}
