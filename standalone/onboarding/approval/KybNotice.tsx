import { InlineMessage } from '@bigcommerce/big-design';
import { kybNotice } from '../../../server/domain/onboarding/stepTexts.ts';

/** Tells a merchant who is at another step that the issuer has decided. */
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
