import { Button } from '@bigcommerce/big-design';
import styled from 'styled-components';
import { CallFailure } from '../../../../server/browser/callFailure.ts';
import { addLabel, describeOutcome, deviceObstacle, type WalletKey } from '../../../../server/domain/card/walletWords.ts';
import { Explanation } from '../FactList.ts';
import { useAddToWallet } from './useAddToWallet.ts';

const Way = styled.div`
  margin-top: 0.75rem;

  .bd-button {
    width: 100%;
  }
`;

const Problem = styled.p.attrs({ role: 'alert' })`
  color: ${({ theme }) => theme.colors.danger};
  margin: 0.5rem 0 0;
`;

const unexplained = 'The card could not be handed over. Try again in a minute.';

/** The button that adds a card to a wallet, with how that went below; on a device without that wallet, what to do instead. Once added, the button is gone. */
export function AddToWallet({ card, wallet }: { card: string; wallet: WalletKey }) {
  const adding = useAddToWallet(card);
  const obstacle = deviceObstacle(wallet, navigator.userAgent);
  if (obstacle !== null) return <Explanation>{obstacle}</Explanation>;
  const outcome = adding.data ?? null;
  const isProblem = outcome !== null && outcome !== 'added' && outcome !== 'closed';
  return (
    <Way>
      {outcome !== 'added' && (
        <Button variant="secondary" isLoading={adding.isPending} onClick={() => adding.mutate(wallet)}>
          {addLabel(wallet)}
        </Button>
      )}
      <div role="status">{outcome !== null && !isProblem && <Explanation>{describeOutcome(wallet, outcome)}</Explanation>}</div>
      {isProblem && <Problem>{describeOutcome(wallet, outcome)}</Problem>}
      {adding.error && <Problem>{adding.error instanceof CallFailure ? adding.error.message : unexplained}</Problem>}
    </Way>
  );
}
