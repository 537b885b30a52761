import { type ClosingState, closingBeforeCardTexts } from '../../../server/domain/receiver/closing.ts';
import { useProgram } from '../../brand/program.ts';
import { Small } from '../../forms/Actions.ts';
import { StepHeading } from '../frames/StepHeading.tsx';

/** In place of every step, once the account is being closed. */
export function Closing({ closing }: { closing: ClosingState }) {
  const { support_email } = useProgram();
  const { title, text } = closingBeforeCardTexts[closing];
  return (
    <>
      <StepHeading lead={text}>{title}</StepHeading>
      <Small>
        Questions? <a href={`mailto:${support_email}`}>{support_email}</a>
      </Small>
    </>
  );
}
