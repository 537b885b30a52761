import { InlineMessage } from '@bigcommerce/big-design';

/** The issuer's answer has come while the merchant is at another step. */
export function KybNotice({ onFix }: { onFix: () => void }) {
  return (
    <InlineMessage
      type="warning"
      header="The card issuer has a question"
      messages={[{ text: 'Something about your business could not be confirmed. You can settle it now, or go on here and do it later.' }]}
      actions={[{ text: 'See what it is', onClick: onFix }]}
      marginBottom="large"
    />
  );
}
