import { Button, InlineMessage } from '@bigcommerce/big-design';
import { useState } from 'react';
import styled from 'styled-components';
import type { postTestAlert } from '../../../../server/contract/alerts.ts';
import type { AlertChannel } from '../../../../server/domain/alerts/alertEvents.ts';
import { alertTexts } from '../../../../server/domain/alerts/alertWords.ts';
import { Problem } from '../../../forms/Problem.tsx';
import { useIntent } from '../../../forms/useIntent.ts';
import { ButtonRow } from '../../../layout/ButtonRow.ts';
import { useReceiver } from '../../../session/receiver.ts';
import { useApi } from '../../../session/session.ts';

/** Begins where the words above it do: a subtle button has no edge that would say why it stands further in. */
const Row = styled(ButtonRow)`
  margin-left: -1rem;
`;

/** Sends the person an alert now, to see that it arrives. */
export function TestAlert({ channel }: { channel: AlertChannel }) {
  const api = useApi();
  const { token } = useReceiver().receiver;
  const [isSent, setIsSent] = useState(false);
  const sending = useIntent(async (asked: AlertChannel) => {
    setIsSent(false);
    await api.call<typeof postTestAlert>('POST /api/users/:token/alerts/test', { params: { token }, body: { channel: asked } });
    setIsSent(true);
  });
  return (
    <>
      <Problem problem={sending.problem} />
      {isSent && <InlineMessage type="success" marginBottom="medium" messages={[{ text: alertTexts.test.sent }]} />}
      <Row>
        <Button variant="subtle" isLoading={sending.isBusy} onClick={() => void sending.run(channel)}>
          {alertTexts.test[channel]}
        </Button>
      </Row>
    </>
  );
}
