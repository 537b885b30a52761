import { Banner } from '@shopify/polaris';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import { noMailAddressTexts } from '../../server/domain/mail/mailAddressWords.ts';
import { useOwnerNeeded } from '../useOwnerNeeded.ts';

/** Says what is missed while the account has no address for its mails, and leads the owner to the settings. Shows nothing otherwise. */
export function NoAddress({ receiver: { email } }: { receiver: Pick<ReceiverAnswer, 'email'> }) {
  const ownerNeeded = useOwnerNeeded();
  if (email !== '') return null;
  const action = { content: noMailAddressTexts.action, url: '/shopify/settings#address' };
  return (
    <Banner tone="warning" title={noMailAddressTexts.title} {...(ownerNeeded === null && { action })}>
      <p>
        {noMailAddressTexts.text} {ownerNeeded ?? noMailAddressTexts.remedy}
      </p>
    </Banner>
  );
}
