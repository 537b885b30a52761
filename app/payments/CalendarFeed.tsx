import { BlockStack, Button, InlineStack, Text } from '@shopify/polaris';
import { useState } from 'react';
import { takeFocus } from '../../server/browser/focus.ts';
import type { postCalendarFeed } from '../../server/contract/calendar.ts';
import { calendarFeedTexts, subscribeAddress } from '../../server/domain/repayment/calendarFeedWords.ts';
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

/** The secret address from which a calendar program reads the due dates, and the link that subscribes to it. */
export function CalendarFeed({ feedUrl, token, mayMake }: CalendarFeedProps) {
  const [hasMade, setHasMade] = useState(false);
  const making = useEffectCall(
    () => callCore<typeof postCalendarFeed>('POST /api/users/:token/calendar/feed', { params: { token }, body: {} }),
    calendarFeedTexts.made,
  );
  const make = async () => setHasMade((await making.run(null)).ok);
  if (feedUrl === null)
    return (
      <BlockStack gap="300">
        <Text as="p" tone="subdued">
          {calendarFeedTexts.offer}
        </Text>
        <ProblemBanner problem={making.problem} />
        {mayMake && (
          <InlineStack>
            <Button loading={making.isBusy} onClick={() => void make()}>
              {calendarFeedTexts.make}
            </Button>
          </InlineStack>
        )}
      </BlockStack>
    );
  return (
    <BlockStack gap="300">
      {/* The button that made the address has gone. */}
      <div ref={hasMade ? takeFocus : null} tabIndex={-1}>
        <Text as="p" tone="subdued">
          {calendarFeedTexts.use} {calendarFeedTexts.secret}
        </Text>
      </div>
      <Text as="p" breakWord variant="bodySm">
        {feedUrl}
      </Text>
      <ProblemBanner problem={making.problem} />
      <InlineStack gap="400" blockAlign="center">
        <Button url={subscribeAddress(feedUrl)}>{calendarFeedTexts.add}</Button>
        <CopyButton what="of the calendar" text={feedUrl}>
          {calendarFeedTexts.copy}
        </CopyButton>
        {mayMake && (
          <Button variant="plain" loading={making.isBusy} onClick={() => void make()}>
            {calendarFeedTexts.renew}
          </Button>
        )}
      </InlineStack>
    </BlockStack>
  );
}
