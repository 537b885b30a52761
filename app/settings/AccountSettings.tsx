import type { FallbackBankAnswer } from '../../server/contract/bank.ts';
import type { CommerceAnswer } from '../../server/contract/commerce.ts';
import type { CreditAnswer } from '../../server/contract/credit.ts';
import type { DebitAuthorizationAnswer } from '../../server/contract/debitAuthorization.ts';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import type { ShopConnection } from '../../server/contract/shop.ts';
import { ProblemNotice } from '../components/ProblemNotice.tsx';
import { SaveBar } from '../components/SaveBar.tsx';
import { BankAccount, type BankAccountProps } from './BankAccount.tsx';
import { BusinessProfile } from './BusinessProfile.tsx';
import { Credit } from './Credit.tsx';
import { DebitAuthorization } from './DebitAuthorization.tsx';
import { EmailAddress } from './EmailAddress.tsx';
import { OtherStore } from './OtherStore.tsx';
import { SecondBank } from './SecondBank.tsx';
import { StaffAccess } from './StaffAccess.tsx';
import { StoreConnection } from './StoreConnection.tsx';
import { useSettingsForm } from './useSettingsForm.ts';

interface AccountSettingsProps {
  receiver: ReceiverAnswer;
  authorization: DebitAuthorizationAnswer;
  credit: CreditAnswer;
  connection: ShopConnection;
  /** The consequences of disconnecting a store, a sentence each. */
  consequences: readonly string[];
  /** The linked account; null without one, and where the bank could not be asked. */
  bank: Pick<BankAccountProps, 'account' | 'problem'>;
  secondBank: FallbackBankAnswer['bank'];
  store: CommerceAnswer | null;
  program: { name: string; support_email: string };
  scriptUrl: string;
}

/** The owner's settings: mail address, staff access, business, banks with their debits, and stores. */
export function AccountSettings({
  receiver,
  authorization,
  credit,
  connection,
  consequences,
  bank,
  secondBank,
  store,
  program,
  scriptUrl,
}: AccountSettingsProps) {
  const can = (ability: (typeof receiver.abilities)[number]) => receiver.abilities.includes(ability);
  const form = useSettingsForm(receiver);
  return (
    <>
      <ProblemNotice problem={form.problem} />
      <SaveBar isUnsaved={form.isUnsaved} isSaving={form.isSaving} onSave={form.save} onDiscard={form.discard} />
      {receiver.is_opened_by_store && (
        <EmailAddress
          receiver={receiver}
          waiting={form.waiting}
          typed={form.address}
          problem={form.addressProblem}
          isSending={form.isSaving}
          onType={form.type}
          onSave={form.save}
          onSendAgain={form.sendAgain}
        />
      )}
      <StaffAccess chosen={form.access} onChoose={form.chooseAccess} />
      <BusinessProfile
        receiver={receiver}
        supportEmail={program.support_email}
        phone={form.phone}
        phoneProblem={form.phoneProblem}
        onPhone={form.typePhone}
        onSave={form.save}
      />
      <BankAccount
        token={receiver.token}
        {...bank}
        authorization={authorization.offered}
        programName={program.name}
        scriptUrl={scriptUrl}
        mayLink={can('link_bank')}
      />
      <DebitAuthorization authorization={authorization} />
      <SecondBank
        token={receiver.token}
        bank={secondBank}
        hasFirst={authorization.account !== null}
        authorization={authorization.offered}
        programName={program.name}
        scriptUrl={scriptUrl}
        mayLink={can('pay_now')}
      />
      <Credit credit={credit} isClosing={receiver.closing !== null} />
      <StoreConnection connection={connection} consequences={consequences} />
      <OtherStore token={receiver.token} consequences={consequences} store={store} mayConnect={can('connect_store')} />
    </>
  );
}
