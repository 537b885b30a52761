import { WarningIcon } from '@bigcommerce/big-design-icons';
import { Link, useLocation } from 'react-router-dom';
import { addressBarQuery } from '../../../server/domain/access/queryNames.ts';
import { mailAddressTexts, noMailAddressTexts } from '../../../server/domain/mail/mailAddressWords.ts';
import { useReceiver } from '../../session/receiver.ts';
import { pageQuery } from '../pageQuery.ts';
import { Strip } from './Strip.tsx';

/** Says what is missed while the account has no address for its mails, with the way to the settings. Shows nothing otherwise. */
export function NoAddress() {
  const { search } = useLocation();
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
      {receiver.owner_needed === null && (
        <Link to={{ pathname: '/settings', search: pageQuery(addressBarQuery(search)), hash: 'address' }}>{noMailAddressTexts.action}</Link>
      )}
    </Strip>
  );
}
