import { Badge, BlockStack, Button, InlineStack, Link, Text, TextField } from '@shopify/polaris';
import { useState } from 'react';
import type { CardAnswer, postCardActivation } from '../../server/contract/card.ts';
import {
  activationHint,
  activationLabel,
  isFollowed,
  type PlasticStep,
  plasticSteps,
  trackingAddress,
  untrackedText,
} from '../../server/domain/card/plastic.ts';
import { callCore } from '../call.ts';
import { LocalDay } from '../components/LocalTime.tsx';
import { TitledCard } from '../components/TitledCard.tsx';
import { useEffectCall } from '../useEffectCall.ts';

interface PlasticProps {
  card: CardAnswer;
  mayActivate: boolean;
}

/** The physical card: what has happened, where it is, and its activation when it has arrived. */
export function Plastic({ card, mayActivate }: PlasticProps) {
  if (card.plastic === null || card.state === 'CLOSED') return null;
  return (
    <TitledCard title="Physical card">
      <BlockStack as="ol" gap="200">
        {plasticSteps(card.state, card.plastic).map((step) => (
          <Step key={step.label} step={step} plastic={card.plastic} />
        ))}
      </BlockStack>
      {card.state === 'PENDING_ACTIVATION' && mayActivate && <Activation card={card} />}
    </TitledCard>
  );
}

const progressBadges = {
  done: { tone: 'success', text: 'Done' },
  current: { tone: 'info', text: 'Now' },
  ahead: { tone: undefined, text: 'To come' },
} as const;

function Step({ step, plastic }: { step: PlasticStep; plastic: CardAnswer['plastic'] }) {
  const { label, progress, at } = step;
  const { tone, text } = progressBadges[progress];
  return (
    <li aria-current={progress === 'current' ? 'step' : undefined}>
      <InlineStack align="space-between" blockAlign="center" gap="200">
        <BlockStack>
          <Text as="span" fontWeight={progress === 'current' ? 'semibold' : 'regular'}>
            {label}
          </Text>
          {at !== null && (
            <Text as="span" tone="subdued">
              <LocalDay at={at} />
            </Text>
          )}
          {plastic !== null && isFollowed(step, plastic) && <Tracking plastic={plastic} />}
        </BlockStack>
        <Badge {...(tone && { tone })}>{text}</Badge>
      </InlineStack>
    </li>
  );
}

function Tracking({ plastic }: { plastic: NonNullable<CardAnswer['plastic']> }) {
  const { tracking_number } = plastic;
  if (tracking_number === null)
    return (
      <Text as="span" tone="subdued">
        {untrackedText}
      </Text>
    );
  const address = trackingAddress(plastic);
  if (address === null) return <Text as="span">Tracking number {tracking_number}</Text>;
  return (
    <Link url={address} target="_blank">
      Track {tracking_number}
    </Link>
  );
}

/** Activates a physical card that has arrived, by the last four digits printed on it. */
function Activation({ card }: { card: CardAnswer }) {
  const [digits, setDigits] = useState('');
  const activation = useEffectCall(
    (last_four: string) => callCore<typeof postCardActivation>('POST /api/lithic_card/activation', { body: { token: card.token, last_four } }),
    'Card activated',
  );
  const { problem } = activation;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!activation.isBusy) void activation.run(digits);
      }}
    >
      <BlockStack gap="300">
        <TextField
          label={activationLabel}
          value={digits}
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          error={problem ? (problem.errors[0]?.message ?? problem.message) : false}
          helpText={activationHint(card.is_on_hold)}
          onChange={(typed) => setDigits(typed.replace(/\D/g, ''))}
        />
        <InlineStack>
          <Button submit loading={activation.isBusy}>
            Activate
          </Button>
        </InlineStack>
      </BlockStack>
    </form>
  );
}
