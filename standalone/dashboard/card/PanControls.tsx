import { Button } from '@bigcommerce/big-design';
import styled from 'styled-components';
import { shownNumberInWords, shownNumberTexts } from '../../../server/domain/card/shownNumber.ts';
import { Hidden } from '../../layout/Hidden.ts';
import { useReceiver } from '../../session/receiver.ts';
import { hidePan, showPan, useIsPanShown, usePanSeconds } from './panShowing.ts';

const Box = styled.div`
  display: grid;
  gap: 0.5rem;
  margin-bottom: 1rem;

  .bd-button {
    margin: 0;
    width: 100%;
  }

  p {
    color: ${({ theme }) => theme.colors.secondary60};
    margin: 0;
    text-align: center;
  }
`;

/**
 * The button that shows number, expiry and security code in the issuer's frame, or hides them. Hidden from staff.
 * @param canShow whether the person signed in may see this card's number; decided by what they may do with the account when left out.
 */
export function PanControls({ canShow }: { canShow?: boolean }) {
  const { receiver } = useReceiver();
  const isShown = useIsPanShown();
  if (!(canShow ?? receiver.abilities.includes('show_pan'))) return null;
  return (
    <Box>
      {isShown ? (
        <Shown />
      ) : (
        <>
          <Button onClick={showPan}>{shownNumberTexts.show}</Button>
          <p>{shownNumberTexts.what}</p>
        </>
      )}
    </Box>
  );
}

function Shown() {
  const seconds = usePanSeconds();
  return (
    <>
      <Button variant="secondary" onClick={hidePan}>
        {shownNumberTexts.hide}
      </Button>
      <p aria-hidden="true">{shownNumberTexts.countdown(seconds)}</p>
      <Hidden role="status">{shownNumberInWords(seconds)}</Hidden>
    </>
  );
}
