import { useFetcher } from '@remix-run/react';
import { Banner, BlockStack, Button, Card, InlineStack, Text } from '@shopify/polaris';
import { useState } from 'react';
import type { DebitAuthorizationAnswer } from '../../server/contract/debitAuthorization.ts';
import { debitTexts } from '../../server/domain/bank/debitTexts.ts';
import { formatShortDate } from '../../server/domain/basics/dateFormats.ts';
import { cents, formatUsd } from '../../server/domain/basics/money.ts';
import { ConfirmModal } from '../components/ConfirmModal.tsx';
import { useReadersZone } from '../components/LocalTime.tsx';
import { ProblemNotice } from '../components/ProblemNotice.tsx';
import { AuthorizationText } from '../onboarding/bank/DebitAuthorizationNote.tsx';
import type { SaveResult } from '../saveResult.ts';
import { useSavedToast } from '../useToast.ts';

/** Whether the bank account may be debited, with the text that was accepted, and how to end or renew that. */
export function DebitAuthorization({ authorization }: { authorization: DebitAuthorizationAnswer }) {
  const fetcher = useFetcher<SaveResult>();
  const { account, given, offered, ended, owed_cents } = authorization;
  const [isAsking, setIsAsking] = useState(false);
  const isBusy = fetcher.state !== 'idle';
  // A reason why it was not done stands on the page, which the question would cover.
  function revoke() {
    setIsAsking(false);
    fetcher.submit({ intent: 'revoke_debits' }, { method: 'post' });
  }
  const zone = useReadersZone();
  useSavedToast(fetcher, given === null ? 'Authorization ended' : 'Debits authorized');
  if (account === null) return null;
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {debitTexts.heading}
        </Text>
        <ProblemNotice problem={fetcher.data?.problem} />
        {given && (
          <>
            <Text as="p">{debitTexts.given(account.name, formatShortDate(new Date(given.accepted_at), zone))}</Text>
            <AuthorizationText markdown={given.markdown} />
            <InlineStack>
              <Button tone="critical" loading={isBusy} onClick={() => setIsAsking(true)}>
                {debitTexts.revoke}
              </Button>
            </InlineStack>
          </>
        )}
        {!given && account.refusal !== null && <Banner tone="warning">{account.refusal}</Banner>}
        {!given && account.refusal === null && (
          <>
            <Banner tone="warning" title={ended ? debitTexts.ended[ended.reason] : debitTexts.missing}>
              <p>{debitTexts.waiting}</p>
            </Banner>
            <AuthorizationText markdown={offered.markdown} />
            <InlineStack>
              <Button
                variant="primary"
                loading={isBusy}
                onClick={() => fetcher.submit({ intent: 'authorize_debits', version: offered.version }, { method: 'post' })}
              >
                {debitTexts.authorize}
              </Button>
            </InlineStack>
          </>
        )}
      </BlockStack>
      <ConfirmModal
        isOpen={isAsking}
        title={debitTexts.revokeTitle}
        points={debitTexts.consequences(owed_cents > 0 ? formatUsd(cents(owed_cents)) : null)}
        confirm={debitTexts.revoke}
        keep={debitTexts.keep}
        isBusy={isBusy}
        onConfirm={revoke}
        onClose={() => setIsAsking(false)}
      />
    </Card>
  );
}
