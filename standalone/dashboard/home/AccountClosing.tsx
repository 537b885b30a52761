import { InfoIcon } from '@bigcommerce/big-design-icons';
import { closingTexts } from '../../../server/domain/receiver/closing.ts';
import { useReceiver } from '../../session/receiver.ts';
import { Strip } from './Strip.tsx';

/** Says that the account is being closed, or is closed. Shows nothing for an account that stays open. */
export function AccountClosing() {
  const { closing } = useReceiver().receiver;
  if (closing === null) return null;
  return <Strip tone="warning" label="Closing of the account" icon={<InfoIcon color="warning50" />} {...closingTexts[closing]} />;
}
