import { BlockStack, List, Text } from '@shopify/polaris';
import type { AccessLogAnswer } from '../../server/contract/staff.ts';
import { accessLogTexts } from '../../server/domain/staff/accessLogWords.ts';
import { LocalSpan } from '../components/LocalTime.tsx';
import { Section } from './Section.tsx';

/** Shows the merchant when support looked at their account and what support changed. */
export function AccessLog({ visits }: AccessLogAnswer) {
  return (
    <Section id="access" title="Who looked at my account">
      <Text as="p">{accessLogTexts.lead}</Text>
      {visits.length === 0 && (
        <Text as="p" tone="subdued">
          {accessLogTexts.nobody}. {accessLogTexts.nobodyHint}
        </Text>
      )}
      <BlockStack as="ul" gap="300">
        {visits.map(({ from, to, by, looked_only, changes }) => (
          <li key={`${from} ${by}`}>
            <Text as="p" fontWeight="semibold">
              {accessLogTexts.visit(by, looked_only)}
            </Text>
            <Text as="p" tone="subdued">
              <LocalSpan from={from} to={to} />
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
