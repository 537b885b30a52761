import { BlockStack, Divider, InlineStack, Text } from '@shopify/polaris';
import type { CalendarAnswer } from '../../server/contract/calendar.ts';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import { mayRoleCall } from '../../server/domain/access/teamRoles.ts';
import { formatDay } from '../../server/domain/basics/dateFormats.ts';
import { cents, formatUsd } from '../../server/domain/basics/money.ts';
import { calendarEntryWords } from '../../server/domain/repayment/calendarEntryWords.ts';
import { nothingDueWords } from '../../server/domain/repayment/nothingDueWords.ts';
import { TitledCard } from '../components/TitledCard.tsx';
import { CalendarFeed } from './CalendarFeed.tsx';

/** The day each repayment is due and what is told about it, with the feed for the merchant's own calendar. */
export function RepaymentCalendar({ calendar: { entries, feed_url }, receiver }: { calendar: CalendarAnswer; receiver: ReceiverAnswer }) {
  const { token, role, owner_needed } = receiver;
  const mayMake = mayRoleCall('owner', role) && owner_needed === null;
  return (
    <TitledCard title="Repayment calendar">
      {entries.length === 0 ? (
        <Text as="p" tone="subdued">
          {nothingDueWords(receiver)}
        </Text>
      ) : (
        <BlockStack as="ol" gap="300">
          {entries.map((entry) => (
            <Entry key={entry.due_date} entry={entry} />
          ))}
        </BlockStack>
      )}
      {(feed_url !== null || mayMake) && (
        <>
          <Divider />
          <CalendarFeed feedUrl={feed_url} token={token} mayMake={mayMake} />
        </>
      )}
    </TitledCard>
  );
}

function Entry({ entry }: { entry: CalendarAnswer['entries'][number] }) {
  const { due_date, debit_date, amount_cents } = entry;
  const words = calendarEntryWords(entry);
  return (
    <li>
      <InlineStack align="space-between" gap="400">
        <BlockStack gap="050">
          <Text as="span">{formatDay(due_date)}</Text>
          {debit_date !== null && debit_date !== due_date && (
            <Text as="span" tone="subdued">
              Your bank is debited on {formatDay(debit_date)}.
            </Text>
          )}
          {words !== null && (
            <Text as="span" tone="subdued">
              {words}
            </Text>
          )}
        </BlockStack>
        <Text as="span" numeric>
          {formatUsd(cents(amount_cents))}
        </Text>
      </InlineStack>
    </li>
  );
}
