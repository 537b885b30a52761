import { Banner } from '@shopify/polaris';
import type { DeclinedPurchase } from '../../server/contract/declines.ts';
import { describeDecline, type RemedyState } from '../../server/domain/card/declines.ts';

/** The last declined purchase with its reason; once that is mended, that it may be tried again. */
export function DeclineBanner({ declined, remedyState }: { declined: DeclinedPurchase; remedyState: RemedyState }) {
  const { purchase, text, isMended } = describeDecline(declined, remedyState);
  return (
    <Banner tone={isMended ? 'success' : 'warning'} title={`Declined: ${purchase}`}>
      <p>{text}</p>
    </Banner>
  );
}
