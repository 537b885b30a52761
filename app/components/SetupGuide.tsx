import { BlockStack, Box, Button, Card, Collapsible, Icon, InlineStack, ProgressBar, Text } from '@shopify/polaris';
import { CheckCircleIcon, ChevronDownIcon, ChevronUpIcon } from '@shopify/polaris-icons';
import { type SVGProps, useId, useState } from 'react';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import { type Milestone, withObjection } from '../../server/domain/onboarding/milestones.ts';
import { merchantMilestones } from '../onboarding/merchantMilestones.ts';
import { useSetupNeeds } from '../useOwnerNeeded.ts';
import { FullSiteButton } from './FullSiteButton.tsx';
import { StoreReading } from './StoreReading.tsx';
import './setupGuide.css';

/** The steps to a card, done and to do, each with what it is for, and the button to continue. */
export function SetupGuide({ completion, kybStatus, store_reading: reading }: Pick<ReceiverAnswer, 'completion' | 'kybStatus' | 'store_reading'>) {
  const needs = useSetupNeeds();
  const stages = withObjection(merchantMilestones(completion), kybStatus);
  const done = stages.filter(({ state }) => state === 'done').length;
  const [open, setOpen] = useState(stages.find(({ state }) => state === 'objected' || state === 'current')?.title ?? null);
  return (
    <Card>
      <BlockStack gap="300">
        <BlockStack gap="100">
          <Text as="h2" variant="headingMd" id="setup-guide">
            Get your card
          </Text>
          <Text as="p" tone="subdued">
            {done} of {stages.length} done.{needs === null && done < stages.length && ' Leave whenever you like: you pick up where you left off.'}
          </Text>
        </BlockStack>
        <ProgressBar progress={Math.round((done / stages.length) * 100)} size="small" ariaLabelledBy="setup-guide" />
        <BlockStack as="ul" gap="100">
          {stages.map((stage) => (
            <Row key={stage.title} stage={stage} isOpen={open === stage.title} onPress={() => setOpen(open === stage.title ? null : stage.title)} />
          ))}
        </BlockStack>
        {reading && <StoreReading reading={reading} />}
        {needs === null && (
          <InlineStack gap="400" blockAlign="center">
            <Button variant="primary" url="/shopify/onboarding">
              {done === 0 ? 'Get started' : 'Continue'}
            </Button>
            <FullSiteButton variant="plain">Do it on the full site</FullSiteButton>
          </InlineStack>
        )}
      </BlockStack>
    </Card>
  );
}

/** A step that is still to be done. Polaris has no empty circle. */
const OpenCircle = (props: SVGProps<SVGSVGElement>) => (
  <svg viewBox="0 0 20 20" {...props} aria-hidden="true">
    <path fillRule="evenodd" d="M10 3.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13Zm0 1.5a5 5 0 1 1 0 10 5 5 0 0 1 0-10Z" />
  </svg>
);

const words = { done: 'Done', objected: 'Needs you', current: 'Next', later: 'To do' } as const;

/** A step. Pressing it shows what it is for. */
function Row({ stage: { title, hint, state }, isOpen, onPress }: { stage: Milestone; isOpen: boolean; onPress: () => void }) {
  const id = useId();
  return (
    <li>
      <button type="button" className="setup-row" aria-expanded={isOpen} aria-controls={id} aria-label={`${title}: ${words[state]}`} onClick={onPress}>
        <span>
          <Icon {...(state === 'done' ? { source: CheckCircleIcon, tone: 'success' } : { source: OpenCircle, tone: 'subdued' })} />
        </span>
        <Text as="span" {...((state === 'current' || state === 'objected') && { fontWeight: 'semibold' })}>
          {title}
        </Text>
        <span>
          <Icon source={isOpen ? ChevronUpIcon : ChevronDownIcon} tone="subdued" />
        </span>
      </button>
      <Collapsible id={id} open={isOpen}>
        <Box paddingInlineStart="1000" paddingBlock="100">
          <Text as="p" tone="subdued">
            {state === 'done' ? `${hint}. This is done.` : `${hint}.`}
          </Text>
        </Box>
      </Collapsible>
    </li>
  );
}
