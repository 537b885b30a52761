import { Button } from '@bigcommerce/big-design';
import styled from 'styled-components';
import { exitMasquerade } from '../../server/domain/queryNames.ts';

const Bar = styled.section`
  align-items: center;
  background: ${({ theme }) => theme.colors.warning20};
  border-bottom: 1px solid ${({ theme }) => theme.colors.warning30};
  display: flex;
  flex-wrap: wrap;
  gap: 0.5rem 1rem;
  justify-content: space-between;
  padding: 0.5rem 1rem;

  p {
    margin: 0;
    overflow-wrap: anywhere;
  }

  .bd-button {
    margin: 0;
    width: auto;
  }
`;

/** Says, above everything, whose account staff are looking at, and leads out of it. */
export function MasqueradeBanner({ email }: { email: string }) {
  return (
    <Bar aria-label="Masquerade">
      <p>
        Currently viewing as: <strong>{email}</strong>
      </p>
      <Button variant="secondary" onClick={exit}>
        Exit Masquerade
      </Button>
    </Bar>
  );
}

/** The page is loaded anew, so that nothing of the customer stays in it. */
function exit() {
  window.history.replaceState(null, '', exitMasquerade(window.location.href));
  window.location.reload();
}
