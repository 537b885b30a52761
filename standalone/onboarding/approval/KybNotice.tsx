import { InlineMessage } from '@bigcommerce/big-design';
import { kybNotice } from '../../../server/domain/onboarding/stepTexts.ts';

/** The issuer's answer has come while the merchant is at another step. */
export function KybNotice({ onFix }: { onFix: () => void }) {
  return (
    <InlineMessage
      type="warning"
      header={kybNotice.heading}
      messages={[{ text: kybNotice.text }]}
      actions={[{ text: kybNotice.action, onClick: onFix }]}
      marginBottom="large"
    />
  );
}
