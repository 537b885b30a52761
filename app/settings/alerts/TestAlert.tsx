import { BlockStack, Button } from '@shopify/polaris';
import type { postTestAlert } from '../../../server/contract/alerts.ts';
import type { AlertChannel } from '../../../server/domain/alerts/alertEvents.ts';
import { alertTexts } from '../../../server/domain/alerts/alertWords.ts';
import { callCore } from '../../call.ts';
import { ProblemBanner } from '../../components/ProblemBanner.tsx';
import { useIntent } from '../../useIntent.ts';
import { useToast } from '../../useToast.ts';

/** Sends the person an alert now, to see that it arrives. */
export function TestAlert({ channel, token }: { channel: AlertChannel; token: string }) {
  const toast = useToast();
  const sending = useIntent(() => callCore<typeof postTestAlert>('POST /api/users/:token/alerts/test', { params: { token }, body: { channel } }));
  async function send() {
    const { ok } = await sending.run(null);
    if (ok) toast(alertTexts.test.sent);
  }
  return (
    <BlockStack gap="200" inlineAlign="start">
      <ProblemBanner problem={sending.problem} />
      <Button loading={sending.isBusy} onClick={() => void send()}>
        {alertTexts.test[channel]}
      </Button>
    </BlockStack>
  );
}
