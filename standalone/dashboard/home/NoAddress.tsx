import { WarningIcon } from '@bigcommerce/big-design-icons';
import { mailAddressTexts, noMailAddressTexts } from '../../../server/domain/mail/mailAddressWords.ts';
import { useReceiver } from '../../session/receiver.ts';
import { WayLink } from '../WayLink.tsx';
import { Strip } from './Strip.tsx';

/** Says what is missed while the account has no address for its mails, with the way to the settings. Shows nothing otherwise. */
export function NoAddress() {
  const { receiver } = useReceiver();
  if (receiver.email !== '') return null;
  return (
    <Strip
      tone="warning"
      label={mailAddressTexts.heading}
      icon={<WarningIcon color="warning50" />}
      title={noMailAddressTexts.title}
      text={`${noMailAddressTexts.text} ${receiver.owner_needed ?? noMailAddressTexts.remedy}`}
    >
      {receiver.owner_needed === null && <WayLink path="/settings#address">{noMailAddressTexts.action}</WayLink>}
    </Strip>
  );
}
