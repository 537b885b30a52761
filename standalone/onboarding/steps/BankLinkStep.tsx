import { Button } from '@bigcommerce/big-design';
import { useProgram } from '../../brand/program.ts';
import { BankWindowProblem } from '../bank/BankWindowProblem.tsx';
import { useBankWindow } from '../bank/useBankWindow.ts';
import { Actions } from '../form/Actions.ts';
import { Points } from '../form/Points.tsx';
import { StaffNote } from '../form/StaffNote.tsx';
import { StepHeading } from '../frames/StepHeading.tsx';
import { useReloadOnReturn } from '../useReloadOnReturn.ts';

/** Chooses the bank account that repayments are drawn from. */
export function BankLinkStep() {
  const { name } = useProgram();
  const bank = useBankWindow();
  useReloadOnReturn();
  return (
    <>
      <StepHeading lead="Repayments are drawn from it on their due dates, and you always see them coming.">Link your bank account</StepHeading>
      <Points
        all={[
          'Choose your bank in the window that opens, sign in there, and pick a checking or savings account of the business.',
          `Your password stays between you and your bank: ${name} never sees it.`,
          'We see the account’s name and balance, and draw what you owe. Nothing else.',
        ]}
      />
      <BankWindowProblem {...bank} />
      <StaffNote action="link_bank">
        <Actions>
          <Button type="button" isLoading={bank.isBusy} onClick={() => void bank.open('link')}>
            {bank.problem ? 'Open the window again' : 'Choose your bank'}
          </Button>
        </Actions>
      </StaffNote>
    </>
  );
}
