import { BlockStack, List, Text } from '@shopify/polaris';
import type { CardDetail } from '../../server/contract/cards.ts';
import { lossTexts, updateMerchants } from '../../server/domain/card/lossWords.ts';
import { describeStored, isStoredIn, walletTexts } from '../../server/domain/card/walletWords.ts';
import { FullSiteButton } from '../components/FullSiteButton.tsx';
import { LocalDay } from '../components/LocalTime.tsx';
import { TitledCard } from '../components/TitledCard.tsx';

/** The merchants that still have the number of the card whose place this one took. */
export function MerchantsToUpdate({ merchants }: { merchants: CardDetail['merchants_to_update'] }) {
  if (merchants.length === 0) return null;
  return (
    <TitledCard title={updateMerchants(merchants.length)}>
      <Text as="p">{lossTexts.storedNumbers}</Text>
      <List>
        {merchants.map(({ merchant, times, last_at }) => (
          <List.Item key={merchant}>
            {merchant}: {times} times, last on <LocalDay at={last_at} />
          </List.Item>
        ))}
      </List>
    </TitledCard>
  );
}

/** The phones and merchants that store the card, and the way to add it to a phone; nothing where there is neither. */
export function Wallets({ card: { token, wallets, addable_wallets, wallet_obstacle } }: { card: CardDetail }) {
  if (wallets.length === 0 && addable_wallets.length === 0 && wallet_obstacle === null) return null;
  const isMissing = addable_wallets.some((wallet) => !isStoredIn(wallet, wallets));
  return (
    <TitledCard title={walletTexts.heading}>
      {wallets.length > 0 && (
        <BlockStack as="ul" gap="200">
          {wallets.map((place) => {
            const { name, state } = describeStored(place);
            return (
              <li key={place.token}>
                <Text as="span">{name}</Text>{' '}
                <Text as="span" tone="subdued">
                  {state}, since <LocalDay at={place.since} />
                </Text>
              </li>
            );
          })}
        </BlockStack>
      )}
      {wallet_obstacle !== null && (
        <Text as="p" tone="subdued">
          {wallet_obstacle}
        </Text>
      )}
      {isMissing && (
        <>
          <Text as="p">{walletTexts.framed}</Text>
          <FullSiteButton path={`/cards/${token}`}>{walletTexts.fullSite}</FullSiteButton>
        </>
      )}
      {addable_wallets.length > 0 && (
        <Text as="p" tone="subdued">
          {isMissing ? walletTexts.byHand : walletTexts.another}
        </Text>
      )}
    </TitledCard>
  );
}
