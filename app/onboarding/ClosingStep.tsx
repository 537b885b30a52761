import { Link, Text } from '@shopify/polaris';
import { type ClosingState, closingBeforeCardTexts } from '../../server/domain/receiver/closing.ts';
import { StepCard } from './StepCard.tsx';

/** In place of every step, once the account is being closed. */
export function ClosingStep({ closing, supportEmail }: { closing: ClosingState; supportEmail: string }) {
  const { title, text } = closingBeforeCardTexts[closing];
  return (
    <StepCard heading={title} lead={text}>
      <Text as="p" tone="subdued">
        Questions?{' '}
        <Link url={`mailto:${supportEmail}`} external>
          {supportEmail}
        </Link>
      </Text>
    </StepCard>
  );
}
