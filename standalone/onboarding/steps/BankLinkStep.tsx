import { Button } from '@bigcommerce/big-design';
import { bankLead, bankStepTexts } from '../../../server/domain/onboarding/stepTexts.ts';
import { useProgram } from '../../brand/program.ts';
import { Actions } from '../../forms/Actions.ts';
import { Points } from '../../forms/Points.tsx';
import { StaffNote } from '../../forms/StaffNote.tsx';
import { useReceiver } from '../../session/receiver.ts';
import { BankWindowProblem } from '../bank/BankWindowProblem.tsx';
import { DebitAuthorizationNote } from '../bank/DebitAuthorizationNote.tsx';
import { useBankWindow } from '../bank/useBankWindow.ts';
import { StepHeading } from '../frames/StepHeading.tsx';
import { useReloadOnReturn } from '../useReloadOnReturn.ts';

/** Lets the merchant choose the bank account that repayments are drawn from. */
export function BankLinkStep() {
  const { name } = useProgram();
  const { receiver } = useReceiver();
  const bank = useBankWindow();
  useReloadOnReturn();
  return (
    <>
      <StepHeading lead={bankLead(receiver.blocks)}>{bankStepTexts.heading}</StepHeading>
      <Points all={bankStepTexts.points(name)} />
      <BankWindowProblem {...bank} />
      <StaffNote action="link_bank">
        <DebitAuthorizationNote />
        <Actions>
          <Button type="button" isLoading={bank.isBusy} onClick={() => void bank.open('link')}>
            {bank.problem ? bankStepTexts.again : bankStepTexts.choose}
          </Button>
        </Actions>
      </StaffNote>
    </>
  );
}
