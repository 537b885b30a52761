import { Button } from '@bigcommerce/big-design';
import { type RemedyButton, remedyButtons } from '../../../server/domain/bank/bankRemedies.ts';
import { meaningOfBankStatus } from '../../../server/domain/bank/bankStatus.ts';
import { Actions } from '../../forms/Actions.ts';
import { Problem } from '../../forms/Problem.tsx';
import { StaffNote } from '../../forms/StaffNote.tsx';
import { asProblem, useIntent } from '../../forms/useIntent.ts';
import { useReceiver } from '../../session/receiver.ts';
import { StepHeading } from '../frames/StepHeading.tsx';
import { BankWindowProblem } from './BankWindowProblem.tsx';
import { DebitAuthorizationNote } from './DebitAuthorizationNote.tsx';
import { LinkedAccount } from './LinkedAccount.tsx';
import { useBankAccount } from './useBankAccount.ts';
import { useBankWindow } from './useBankWindow.ts';

/** Shows the status of the linked account and every remedy for it: no status is a dead end. */
export function BankStatus({ heading, status }: { heading: string; status: string }) {
  const { reload } = useReceiver();
  const account = useBankAccount();
  const bank = useBankWindow();

  const looking = useIntent(async (_: null) => {
    await account.refetch();
    await reload();
  });
  const press = ({ does }: RemedyButton) => void (does === 'look' ? looking.run(null) : bank.open(does));
  const failure = account.error ? asProblem(account.error) : looking.problem;

  return (
    <>
      <StepHeading lead={meaningOfBankStatus(status).message}>{heading}</StepHeading>
      <LinkedAccount name={account.data?.name ?? null} mask={account.data?.mask ?? null} />
      <BankWindowProblem {...bank} />
      {!bank.problem && <Problem problem={failure} />}
      <StaffNote action="link_bank">
        <DebitAuthorizationNote />
        <Actions>
          {remedyButtons(status).map((remedy, place) => (
            <Button
              key={remedy.label}
              type="button"
              variant={place === 0 ? 'primary' : 'subtle'}
              isLoading={place === 0 && (bank.isBusy || (remedy.does === 'look' && looking.isBusy))}
              onClick={() => press(remedy)}
            >
              {remedy.label}
            </Button>
          ))}
        </Actions>
      </StaffNote>
    </>
  );
}
