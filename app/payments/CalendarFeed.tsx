import { BlockStack, Button, InlineStack, Text } from '@shopify/polaris';
import type { postCalendarFeed } from '../../server/contract/calendar.ts';
import { callCore } from '../call.ts';
import { CopyButton } from '../components/CopyButton.tsx';
import { ProblemBanner } from '../components/ProblemBanner.tsx';
import { useEffectCall } from '../useEffectCall.ts';

interface CalendarFeedProps {
  feedUrl: string | null;
  token: string;
  /** Everybody who sees the account may subscribe; the owner alone makes an address. */
  mayMake: boolean;
}

/** The secret address from which a calendar program reads the due dates. */
export function CalendarFeed({ feedUrl, token, mayMake }: CalendarFeedProps) {
  const making = useEffectCall(
    () => callCore<typeof postCalendarFeed>('POST /api/users/:token/calendar/feed', { params: { token }, body: {} }),
    'The address is made',
  );
  return (
    <BlockStack gap="300">
      <Text as="p" tone="subdued">
        {feedUrl === null
          ? 'See these days in your own calendar: it follows as you spend and repay.'
          : 'Subscribe to this address in your calendar. Whoever has it can see what you owe when: keep it to yourself.'}
      </Text>
      {feedUrl !== null && (
        <Text as="p" breakWord variant="bodySm">
          {feedUrl}
        </Text>
      )}
      {making.problem && <ProblemBanner problem={making.problem} />}
      <InlineStack gap="400" blockAlign="center">
        {feedUrl !== null && (
          <CopyButton what="of the calendar" text={feedUrl}>
            Copy address
          </CopyButton>
        )}
        {mayMake && (
          <Button variant={feedUrl === null ? 'secondary' : 'plain'} loading={making.isBusy} onClick={() => void making.run(null)}>
            {feedUrl === null ? 'Add to my calendar' : 'Make a new address'}
          </Button>
        )}
      </InlineStack>
    </BlockStack>
  );
}
