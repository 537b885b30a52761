import { Badge, BlockStack, Button, InlineStack, Text } from '@shopify/polaris';
import { useState } from 'react';
import type { CardRequestAnswer, postCardRequestAnswer } from '../../server/contract/cards.ts';
import { answerInWords, describeRequest, requestInList, requestStates, requestsHeading } from '../../server/domain/card/cardWords.ts';
import { callCore } from '../call.ts';
import { DoneNote } from '../components/DoneNote.tsx';
import { LocalDay } from '../components/LocalTime.tsx';
import { ProblemBanner } from '../components/ProblemBanner.tsx';
import { TitledCard } from '../components/TitledCard.tsx';
import { useEffectCall } from '../useEffectCall.ts';

interface RequestsProps {
  requests: readonly CardRequestAnswer[];
  /** The receiver's. */
  token: string;
  /** Whether the reader answers them. */
  isManager: boolean;
  /** The reader's own id in the team; null for the owner. */
  memberId: string | null;
}

/** Cardholders' requests: owner and admins see the open ones and answer in one tap; cardholders see their own with the answers. */
export function Requests({ requests, token, isManager, memberId }: RequestsProps) {
  const shown = isManager ? requests.filter(({ state }) => state === 'open') : requests;
  const [answered, setAnswered] = useState<string | null>(null);
  if (shown.length === 0 && answered === null) return null;
  return (
    <TitledCard title={requestsHeading(!isManager && shown.every(({ member }) => member.id === memberId))}>
      <DoneNote>{answered}</DoneNote>
      {shown.length > 0 && (
        <BlockStack as="ul" gap="400">
          {shown.map((request) => (
            <Request key={request.id} request={request} token={token} isManager={isManager} memberId={memberId} onAnswered={setAnswered} />
          ))}
        </BlockStack>
      )}
    </TitledCard>
  );
}

interface RequestProps extends Omit<RequestsProps, 'requests'> {
  request: CardRequestAnswer;
  /** Called with what was answered, in words. */
  onAnswered: (words: string) => void;
}

function Request({ request, token, isManager, memberId, onAnswered }: RequestProps) {
  const { id, member, note, asked_at, state } = request;
  const answer = useEffectCall(
    (is_granted: boolean, idempotencyKey) =>
      callCore<typeof postCardRequestAnswer>('POST /api/users/:token/card_requests/:request/answer', {
        params: { token, request: id },
        body: { is_granted },
        idempotencyKey,
      }),
    (isGranted) => (isGranted ? 'Granted' : 'Not granted'),
  );
  async function say(isGranted: boolean) {
    const { ok } = await answer.run(isGranted);
    if (ok) onAnswered(answerInWords(request, isGranted));
  }
  const wish = describeRequest(request);
  return (
    <li>
      <BlockStack gap="200">
        <InlineStack align="space-between" blockAlign="center" gap="400">
          <BlockStack>
            <Text as="span" fontWeight="semibold" breakWord>
              {requestInList(request, !isManager && member.id === memberId)}
            </Text>
            <Text as="span" tone="subdued" breakWord>
              {note !== null && `“${note}” · `}
              <LocalDay at={asked_at} />
            </Text>
          </BlockStack>
          {isManager ? (
            <InlineStack gap="200">
              <Button variant="primary" disabled={answer.isBusy} accessibilityLabel={`Yes to ${member.name}: ${wish}`} onClick={() => void say(true)}>
                Yes
              </Button>
              <Button disabled={answer.isBusy} accessibilityLabel={`No to ${member.name}: ${wish}`} onClick={() => void say(false)}>
                No
              </Button>
            </InlineStack>
          ) : (
            <Badge {...(state === 'granted' ? { tone: 'success' } : state === 'open' ? { tone: 'attention' } : {})}>{requestStates[state]}</Badge>
          )}
        </InlineStack>
        <ProblemBanner problem={answer.problem} />
      </BlockStack>
    </li>
  );
}
