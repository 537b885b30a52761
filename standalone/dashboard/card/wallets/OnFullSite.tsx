import { Button } from '@bigcommerce/big-design';
import { useMutation } from '@tanstack/react-query';
import { type AwaitedWindow, openAwaitedWindow } from '../../../../server/browser/awaitedWindow.ts';
import type { postHandOver } from '../../../../server/contract/session.ts';
import { handOverType } from '../../../../server/domain/access/handIn.ts';
import { walletTexts } from '../../../../server/domain/card/walletWords.ts';
import { useApi } from '../../../session/session.ts';
import { Explanation } from '../FactList.ts';

/** Says that a wallet's window does not open from a store's control panel, with the button that opens the page on the full site, signed in. */
export function OnFullSite({ path }: { path: string }) {
  const api = useApi();
  const opening = useMutation({
    mutationFn: async (site: AwaitedWindow) => {
      const { code } = await api.call<typeof postHandOver>('POST /api/receivers/hand_over', { body: {} });
      site.lead(`${window.location.origin}${path}?${new URLSearchParams({ session_jwt: code, session_type: handOverType })}`);
    },
    onError: (_, site) => site.close(),
  });
  return (
    <>
      <Explanation>{walletTexts.framed}</Explanation>
      <Explanation as="div">
        <Button variant="secondary" isLoading={opening.isPending} onClick={() => opening.mutate(openAwaitedWindow())}>
          {walletTexts.fullSite}
        </Button>
      </Explanation>
      {opening.error && <Explanation role="alert">{opening.error.message}</Explanation>}
    </>
  );
}
