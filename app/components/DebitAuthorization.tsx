import { useFetcher } from '@remix-run/react';
import { useAppBridge } from '@shopify/app-bridge-react';
import { Banner, BlockStack, Button, Card, InlineStack, List, Modal, Text } from '@shopify/polaris';
import { useEffect, useState } from 'react';
import type { DebitAuthorizationAnswer } from '../../server/contract/debitAuthorization.ts';
import { debitTexts } from '../../server/domain/bank/debitTexts.ts';
import { formatShortDate } from '../../server/domain/basics/dateFormats.ts';
import { cents, formatUsd } from '../../server/domain/basics/money.ts';
import { AuthorizationText } from '../onboarding/bank/DebitAuthorizationNote.tsx';
import type { SaveResult } from '../saveResult.ts';

/** Whether the bank account may be debited, with the text that was accepted, and how to end or renew that. */
export function DebitAuthorization({ authorization }: { authorization: DebitAuthorizationAnswer }) {
  const fetcher = useFetcher<SaveResult>();
  const shopify = useAppBridge();
  const { account, given, offered, ended, owed_cents } = authorization;
  const [isAsking, setIsAsking] = useState(false);
  const isBusy = fetcher.state !== 'idle';
  const done = fetcher.state === 'idle' && fetcher.data?.isSaved === true;
  const isGiven = given !== null;
  useEffect(() => {
    if (!done) return;
    setIsAsking(false);
    shopify.toast.show(isGiven ? 'Debits authorized' : 'Authorization ended');
  }, [done, isGiven, shopify]);
  if (account === null) return null;
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {debitTexts.heading}
        </Text>
        {fetcher.data?.problem && <Banner tone="critical">{fetcher.data.problem}</Banner>}
        {given && (
          <>
            <Text as="p">{debitTexts.given(account.name, formatShortDate(new Date(given.accepted_at), 'UTC'))}</Text>
            <AuthorizationText markdown={given.markdown} />
            <InlineStack>
              <Button tone="critical" onClick={() => setIsAsking(true)}>
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
      <Modal
        open={isAsking}
        onClose={() => setIsAsking(false)}
        title={debitTexts.revokeTitle}
        primaryAction={{
          content: debitTexts.revoke,
          destructive: true,
          loading: isBusy,
          onAction: () => fetcher.submit({ intent: 'revoke_debits' }, { method: 'post' }),
        }}
        secondaryActions={[{ content: debitTexts.keep, onAction: () => setIsAsking(false) }]}
      >
        <Modal.Section>
          <List>
            {debitTexts.consequences(owed_cents > 0 ? formatUsd(cents(owed_cents)) : null).map((point) => (
              <List.Item key={point}>{point}</List.Item>
            ))}
          </List>
        </Modal.Section>
      </Modal>
    </Card>
  );
}
