import { BlockStack, List, Text } from '@shopify/polaris';
import type { AccessLogAnswer } from '../../server/contract/staff.ts';
import { LocalMoment } from '../components/LocalTime.tsx';
import { Section } from './Section.tsx';

/** Shows the merchant when support looked at their account and what support changed. */
export function AccessLog({ visits }: AccessLogAnswer) {
  return (
    <Section id="access" title="Who looked at my account">
      <Text as="p">
        Whenever our staff open your account to help you, it is written down here. They never see your card number, and cannot sign or pay for you.
      </Text>
      {visits.length === 0 && (
        <Text as="p" tone="subdued">
          Nobody has looked yet. When support opens your account, the visit appears here with its time and what was changed.
        </Text>
      )}
      <BlockStack as="ul" gap="300">
        {visits.map(({ from, to, by, looked_only, changes }) => (
          <li key={`${from} ${by}`}>
            <Text as="p" fontWeight="semibold">
              {by} {looked_only ? 'looked at your account' : 'made changes to your account'}
            </Text>
            <Text as="p" tone="subdued">
              <LocalMoment at={from} /> to <LocalMoment at={to} />
            </Text>
            {changes.length > 0 && (
              <List>
                {changes.map(({ at, text }) => (
                  <List.Item key={`${at} ${text}`}>{text}</List.Item>
                ))}
              </List>
            )}
          </li>
        ))}
      </BlockStack>
    </Section>
  );
}
