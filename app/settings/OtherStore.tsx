import { Button, InlineStack, List, Text } from '@shopify/polaris';
import { useState } from 'react';
import type { CommerceAnswer, disconnectCommerce } from '../../server/contract/commerce.ts';
import { platformName, storeStateInWords, storeTexts } from '../../server/domain/store/storeTexts.ts';
import { callCore } from '../call.ts';
import { FullSiteButton } from '../components/FullSiteButton.tsx';
import { LocalMoment } from '../components/LocalTime.tsx';
import { ProblemBanner } from '../components/ProblemBanner.tsx';
import { StoreProblem } from '../components/StoreProblem.tsx';
import { useEffectCall } from '../useEffectCall.ts';
import { Section } from './Section.tsx';

interface OtherStoreProps {
  token: string;
  /** The consequences of disconnecting it, a sentence each. */
  consequences: readonly string[];
  /** The store or the books that were connected by the link window; null without any. */
  store: CommerceAnswer | null;
  mayConnect: boolean;
}

/** Another store or the books: what is connected, its state and last reading, and how to disconnect it or connect one. */
export function OtherStore({ token, consequences, store, mayConnect }: OtherStoreProps) {
  const [isAsking, setIsAsking] = useState(false);
  const disconnection = useEffectCall(
    (_: null, idempotencyKey) =>
      callCore<typeof disconnectCommerce>('POST /api/users/:token/commerce/disconnect', { params: { token }, body: {}, idempotencyKey }),
    'Disconnected',
  );
  return (
    <Section id="stores" title="Other stores and books">
      {store === null ? (
        <Text as="p">{storeTexts.another}</Text>
      ) : (
        <>
          <Text as="p">
            <strong>{store.store_name ?? 'Your store'}</strong>
            {store.platform !== null && ` · ${platformName(store.platform)}`}
          </Text>
          <Text as="p">{storeStateInWords(store)}</Text>
          {store.error !== null && <StoreProblem error={store.error} platform={store.platform ?? 'OTHER_STORE'} />}
          {store.last_synced_at !== null && (
            <Text as="p" tone="subdued">
              Last read <LocalMoment at={store.last_synced_at} />
            </Text>
          )}
        </>
      )}
      <ProblemBanner problem={disconnection.problem} />
      {isAsking && (
        <List>
          {consequences.map((consequence) => (
            <List.Item key={consequence}>{consequence}</List.Item>
          ))}
        </List>
      )}
      {mayConnect && (
        <InlineStack gap="200">
          {store !== null && !isAsking && (
            <Button tone="critical" onClick={() => setIsAsking(true)}>
              {storeTexts.disconnect}
            </Button>
          )}
          {isAsking && (
            <>
              <Button
                tone="critical"
                variant="primary"
                loading={disconnection.isBusy}
                onClick={() => void disconnection.run(null).then(({ ok }) => ok && setIsAsking(false))}
              >
                {storeTexts.disconnect}
              </Button>
              <Button disabled={disconnection.isBusy} onClick={() => setIsAsking(false)}>
                {storeTexts.keep}
              </Button>
            </>
          )}
          <FullSiteButton path="/settings">
            {store === null ? storeTexts.connectAnother : store.needs_update ? 'Sign in to it again on the full site' : 'Change it on the full site'}
          </FullSiteButton>
        </InlineStack>
      )}
    </Section>
  );
}
