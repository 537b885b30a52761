import { ErrorIcon } from '@bigcommerce/big-design-icons';
import type { ReactNode } from 'react';
import { heldWords } from '../../../server/domain/spendingPower/blockEnds.ts';
import { useReceiver } from '../../session/receiver.ts';
import { SupportLink } from '../SupportLink.tsx';
import { Strip } from './Strip.tsx';

/**
 * Says what holds the account, and who ends that: the merchant by paying, or our team. Shows nothing while nothing does.
 * @param pay the button that pays; nothing where the person signed in may not.
 */
export function AccountHeld({ pay }: { pay: ReactNode }) {
  const { blocks } = useReceiver().receiver;
  return (
    <>
      {heldWords(blocks).map(({ block, title, text, place }) => (
        <Strip key={block} tone="danger" label="Hold on the account" icon={<ErrorIcon color="danger" />} title={title} text={text}>
          {place === 'contact' ? <SupportLink /> : pay}
        </Strip>
      ))}
    </>
  );
}
