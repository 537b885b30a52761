import { InlineMessage } from '@bigcommerce/big-design';
import { kybNotice } from '../../../server/domain/onboarding/stepTexts.ts';

interface KybNoticeProps {
  kybStatus: string | null;
  onFix: () => void;
}

/** Tells a merchant who is at another step that the issuer has decided. */
export function KybNotice({ kybStatus, onFix }: KybNoticeProps) {
  const { heading, text, action } = kybNotice(kybStatus);
  return <InlineMessage type="warning" header={heading} messages={[{ text }]} actions={[{ text: action, onClick: onFix }]} marginBottom="xxLarge" />;
}
