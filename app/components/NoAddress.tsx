import { Banner } from '@shopify/polaris';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import { noMailAddressTexts } from '../../server/domain/mail/mailAddressWords.ts';
import { ownerNote } from '../ownerNote.ts';
import type { Reader } from './OwnersWay.tsx';

/** Says what is missed while the account has no address for its mails, and leads the owner to the settings. Shows nothing otherwise. */
export function NoAddress({ receiver }: { receiver: Reader & Pick<ReceiverAnswer, 'email'> }) {
  if (receiver.email !== '') return null;
  const isOwner = receiver.abilities.includes('update_account');
  const action = { content: noMailAddressTexts.action, url: '/shopify/settings#address' };
  return (
    <Banner tone="warning" title={noMailAddressTexts.title} {...(isOwner && { action })}>
      <p>
        {noMailAddressTexts.text} {isOwner ? noMailAddressTexts.remedy : ownerNote(receiver)}
      </p>
    </Banner>
  );
}
