import { InlineStack, Text } from '@shopify/polaris';
import type { ReactNode } from 'react';

interface Fact {
  label: string;
  /** A fact without a value (null or empty) is left out. */
  value: ReactNode;
  /** Actions on the value. */
  action?: ReactNode;
}

/** A list of names and values, a line each. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl style={{ display: 'grid', gap: 'var(--p-space-200)', margin: 0 }}>
      {facts.map(({ label, value, action }) =>
        value === null || value === '' ? null : (
          <InlineStack key={label} as="div" align="space-between" blockAlign="center" gap="400">
            <Text as="dt" tone="subdued">
              {label}
            </Text>
            <dd style={{ margin: 0, overflowWrap: 'anywhere' }}>
              <InlineStack gap="200" blockAlign="center">
                <Text as="span" numeric>
                  {value}
                </Text>
                {action}
              </InlineStack>
            </dd>
          </InlineStack>
        ),
      )}
    </dl>
  );
}
