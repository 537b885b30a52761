import { Button, InlineStack } from '@shopify/polaris';
import type { postTestAlert } from '../../../server/contract/alerts.ts';
import type { AlertChannel } from '../../../server/domain/alerts/alertEvents.ts';
import { alertTexts } from '../../../server/domain/alerts/alertWords.ts';
import { callCore } from '../../call.ts';
import { ProblemBanner } from '../../components/ProblemBanner.tsx';
import { useEffectCall } from '../../useEffectCall.ts';

interface TestAlertProps {
  channel: AlertChannel;
  /** The receiver's. */
  token: string;
}

/** Sends the person an alert now, to see that it arrives. */
export function TestAlert({ channel, token }: TestAlertProps) {
  const { run, isBusy, problem } = useEffectCall(
    (asked: AlertChannel) => callCore<typeof postTestAlert>('POST /api/users/:token/alerts/test', { params: { token }, body: { channel: asked } }),
    alertTexts.test.sent,
  );
  return (
    <>
      <ProblemBanner problem={problem} />
      <InlineStack>
        <Button variant="plain" loading={isBusy} onClick={() => void run(channel)}>
          {alertTexts.test[channel]}
        </Button>
      </InlineStack>
    </>
  );
}
