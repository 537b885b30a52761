import { Banner, List } from '@shopify/polaris';
import type { KybAnswer } from '../../../server/contract/kyb.ts';
import { kybTexts } from '../../../server/domain/onboarding/stepTexts.ts';

/** The issuer's reasons for not approving the business, each once. */
export function Reasons({ reasons }: { reasons: readonly Pick<KybAnswer['reasons'][number], 'message'>[] }) {
  const messages = [...new Set(reasons.map(({ message }) => message))];
  if (messages.length === 0) return null;
  return (
    <Banner tone="warning" title={kybTexts.reasons}>
      <List>
        {messages.map((message) => (
          <List.Item key={message}>{message}</List.Item>
        ))}
      </List>
    </Banner>
  );
}
