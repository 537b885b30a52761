import { Button, InlineMessage } from '@bigcommerce/big-design';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { getCommerce } from '../../../server/contract/commerce.ts';
import { storeStepTexts } from '../../../server/domain/onboarding/stepTexts.ts';
import { platformName, storeErrorInWords } from '../../../server/domain/store/storeTexts.ts';
import { Actions } from '../../forms/Actions.ts';
import { ErrorState } from '../../layout/ErrorState.tsx';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';
import { StepHeading } from '../frames/StepHeading.tsx';
import { useReloadOnReturn } from '../useReloadOnReturn.ts';

const pollIntervalMs = 2_000;

/** Waits until the store in whose control panel the page stands is connected. Where the store does not allow that, says what helps. */
export function PanelStore({ onAnother }: { onAnother: () => void }) {
  const api = useApi();
  const { receiver, reload } = useReceiver();
  const { token } = receiver;
  useReloadOnReturn();
  const { data, error, refetch } = useQuery({
    queryKey: ['commerce', token, 'panel'],
    queryFn: ({ signal }) => api.call<typeof getCommerce>('GET /api/users/:token/commerce', { params: { token }, signal }),
    refetchInterval: pollIntervalMs,
  });
  const isConnected = data?.connected ?? false;
  useEffect(() => {
    // A failed reload changes nothing; the merchant's return to the page tries again.
    if (isConnected) reload().catch(() => undefined);
  }, [isConnected, reload]);
  if (error && !data) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  const denied = data?.needs_update ? storeErrorInWords(data.error ?? 'access_denied', platformName(data.platform ?? 'BIG_COMMERCE')) : null;
  return (
    <>
      <StepHeading lead={`${storeStepTexts.lead} ${storeStepTexts.readsOnly}`}>{storeStepTexts.heading}</StepHeading>
      {denied ? (
        <InlineMessage type="warning" messages={[{ text: `${denied.text} ${denied.remedy}` }]} marginBottom="medium" />
      ) : (
        <p role="status">{storeStepTexts.connecting}</p>
      )}
      <Actions>
        <Button type="button" variant="subtle" onClick={onAnother}>
          {storeStepTexts.another}
        </Button>
      </Actions>
    </>
  );
}
