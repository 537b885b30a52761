import { ErrorIcon } from '@bigcommerce/big-design-icons';
import type { ReactNode } from 'react';
import type { Held } from '../../../server/domain/spendingPower/blockEnds.ts';
import { BankSettingsLink } from '../BankSettingsLink.tsx';
import { SupportLink } from '../SupportLink.tsx';
import { Strip } from './Strip.tsx';

interface AccountHeldProps {
  held: readonly Held[];
  /** The button that pays; nothing where the person signed in may not. */
  pay: ReactNode;
}

/** Says what holds the account, and who ends that: the merchant by paying or authorizing debits, or our team. */
export function AccountHeld({ held, pay }: AccountHeldProps) {
  return (
    <>
      {held.map(({ block, title, text, place }) => (
        <Strip key={block} tone="danger" label="Hold on the account" icon={<ErrorIcon color="danger" />} title={title} text={text}>
          {place === 'contact' ? <SupportLink /> : place === 'bank' ? <BankSettingsLink>Bank settings</BankSettingsLink> : pay}
        </Strip>
      ))}
    </>
  );
}
