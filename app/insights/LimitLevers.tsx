import { BlockStack, Box, Icon, InlineStack, Link, Text } from '@shopify/polaris';
import { CheckSmallIcon } from '@shopify/polaris-icons';
import type { LimitLeversAnswer } from '../../server/contract/spendingPower.ts';
import { cents } from '../../server/domain/basics/money.ts';
import { effectWords, type LeverPlace, placePaths, placeWords } from '../../server/domain/spendingPower/levers.ts';
import { limitTexts } from '../../server/domain/spendingPower/limitTexts.ts';
import { signed } from '../../server/domain/spendingPower/spendingPowerLog.ts';
import type { Reader } from '../components/OwnersWay.tsx';
import { TitledCard } from '../components/TitledCard.tsx';
import { ownerNote } from '../ownerNote.ts';

interface LimitLeversProps {
  answer: LimitLeversAnswer;
  receiver: Reader;
  supportEmail: string;
}

/** The levers that raise the limit and by how much, then the causes that hold it down and until when. */
export function LimitLevers({ answer, ...reader }: LimitLeversProps) {
  const { levers, ceiling, in_order, holds, keeps_up, is_being_read } = answer;
  if (is_being_read)
    return (
      <TitledCard title={limitTexts.raises}>
        <Text as="p" tone="subdued">
          {limitTexts.isBeingRead}
        </Text>
      </TitledCard>
    );
  return (
    <BlockStack gap="400">
      <TitledCard title={limitTexts.raises}>
        {ceiling !== null && <Text as="p">{ceiling}</Text>}
        {levers.length === 0 && ceiling === null && <Text as="p">{limitTexts.nothingRaises}</Text>}
        <BlockStack as="ul" gap="300">
          {levers.map((lever) => (
            <li key={lever.key}>
              <Row title={lever.title} text={lever.text} amount={effectWords(lever)} />
              {lever.place !== null && <PlaceLink place={lever.place} {...reader} />}
            </li>
          ))}
        </BlockStack>
        <BlockStack as="ul" gap="100">
          {in_order.map((words) => (
            <li key={words}>
              <InlineStack gap="100" wrap={false} blockAlign="start">
                <span>
                  <Icon source={CheckSmallIcon} tone="success" />
                </span>
                <Text as="span" tone="subdued">
                  {words}
                </Text>
              </InlineStack>
            </li>
          ))}
        </BlockStack>
      </TitledCard>
      <TitledCard title={limitTexts.holds}>
        {holds.length === 0 && <Text as="p">{limitTexts.nothingHolds}</Text>}
        <BlockStack as="ul" gap="300">
          {holds.map(({ key, text, until, cost_cents, places }) => (
            <li key={key}>
              <Row title={text} text={until} amount={signed(cents(-cost_cents))} />
              <InlineStack gap="300">
                {places.map((place) => (
                  <PlaceLink key={place} place={place} {...reader} />
                ))}
              </InlineStack>
            </li>
          ))}
          {keeps_up.map(({ text, gain_cents }) => (
            <li key={text}>
              <Row title={text} text={null} amount={signed(cents(gain_cents))} />
            </li>
          ))}
        </BlockStack>
      </TitledCard>
    </BlockStack>
  );
}

function Row({ title, text, amount }: { title: string; text: string | null; amount: string }) {
  return (
    <InlineStack align="space-between" gap="400" wrap={false}>
      <BlockStack>
        <Text as="span">{title}</Text>
        {text !== null && (
          <Text as="span" tone="subdued">
            {text}
          </Text>
        )}
      </BlockStack>
      <Box minWidth="fit-content">
        <Text as="span" numeric alignment="end">
          {amount}
        </Text>
      </Box>
    </InlineStack>
  );
}

/** Leads to where a lever is pulled. The banks and stores in Settings are the owner's alone: others read whom to ask. */
function PlaceLink({ place, receiver, supportEmail }: Omit<LimitLeversProps, 'answer'> & { place: LeverPlace }) {
  const isOwners = place === 'bank' || place === 'stores';
  if (isOwners && !receiver.abilities.includes('link_bank'))
    return (
      <Text as="span" tone="subdued">
        {ownerNote(receiver)}
      </Text>
    );
  return <Link url={place === 'contact' ? `mailto:${supportEmail}` : `/shopify${placePaths[place]}`}>{placeWords[place]}</Link>;
}
