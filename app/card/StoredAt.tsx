import { BlockStack, List, Text } from '@shopify/polaris';
import type { CardDetail } from '../../server/contract/cards.ts';
import { addToWallet, updateMerchants } from '../../server/domain/card/cardWords.ts';
import { LocalDay } from '../components/LocalTime.tsx';
import { TitledCard } from '../components/TitledCard.tsx';

/** The merchants that still have the number of the card whose place this one took. */
export function MerchantsToUpdate({ merchants }: { merchants: CardDetail['merchants_to_update'] }) {
  if (merchants.length === 0) return null;
  return (
    <TitledCard title={updateMerchants(merchants.length)}>
      <Text as="p">They charged the old card more than twice, so they have its number stored. Give them the new one.</Text>
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

/** The wallets and merchants that store the card, and how to add it to a phone; nothing where there is neither. */
export function Wallets({ card: { wallets, addable_wallets } }: { card: CardDetail }) {
  if (wallets.length === 0 && addable_wallets.length === 0) return null;
  return (
    <TitledCard title="Stored in">
      <BlockStack as="ul" gap="200">
        {wallets.map(({ token, wallet, state, since }) => (
          <li key={token}>
            <Text as="span">{wallet}</Text>{' '}
            <Text as="span" tone="subdued">
              {state}, since <LocalDay at={since} />
            </Text>
          </li>
        ))}
      </BlockStack>
      {addable_wallets.map((wallet) => (
        <Text as="p" key={wallet}>
          {addToWallet(wallet)}
        </Text>
      ))}
    </TitledCard>
  );
}
