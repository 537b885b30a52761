import { useFetcher } from '@remix-run/react';
import { BlockStack, Button } from '@shopify/polaris';
import type { DeclinedPurchase } from '../../server/contract/declines.ts';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import type { Way } from '../../server/domain/basics/way.ts';
import { declineWays, pathOfWay, type Remedy } from '../../server/domain/card/declineWays.ts';
import { wayToPay } from '../../server/domain/repayment/payNow.ts';
import { ProblemNotice } from '../components/ProblemNotice.tsx';
import { SupportLink } from '../components/SupportLink.tsx';
import type { SaveResult } from '../saveResult.ts';
import { useSavedToast } from '../useToast.ts';
import { RaiseOnce } from './RaiseOnce.tsx';

interface RemedyOfProps {
  declined: DeclinedPurchase;
  remedy: Remedy;
  receiver: Pick<ReceiverAnswer, 'token' | 'abilities' | 'payable'>;
  /** The token of the card whose page it is; undefined elsewhere. */
  cardOfPage: string | undefined;
}

/** The remedy of a declined purchase; nothing where the person may not apply it. A card is reopened on its own page. */
export function RemedyOf({ declined, remedy, receiver, cardOfPage }: RemedyOfProps) {
  const { card_token: card, suggested_raise: suggested } = declined;
  const can = (ability: (typeof receiver.abilities)[number]) => receiver.abilities.includes(ability);
  const leadTo = (way: Way) => <WayButton way={way} card={card} cardOfPage={cardOfPage} />;
  switch (remedy) {
    case 'none':
      return null;
    case 'support':
      return <SupportLink />;
    case 'pay_now':
      return can('pay_now') && leadTo(wayToPay(receiver.payable.obstacle));
    case 'relink':
      return can('link_bank') && leadTo(declineWays.relink);
    case 'raise_limit':
      return can('view_account') && leadTo(declineWays.raise_limit);
    case 'raise':
      return suggested === null ? leadTo(declineWays.raise) : <RaiseOnce declined={declined} suggested={suggested} receiver={receiver} />;
    case 'reopen':
    case 'release':
      return card === cardOfPage ? can('reopen_card') && <CardChange card={card} change={remedy} /> : leadTo(declineWays[remedy]);
    default:
      return leadTo(declineWays[remedy]);
  }
}

function WayButton({ way, ...where }: { way: Way; card: string; cardOfPage: string | undefined }) {
  const path = pathOfWay(way, where);
  return path !== null && <Button url={`/shopify${path}`}>{way.label}</Button>;
}

const changes = {
  reopen: { label: 'Reopen card', done: 'Card reopened', form: { state: 'OPEN' } },
  release: { label: 'Reopen card', done: 'Card reopened', form: { hold: 'release' } },
} as const;

/** The button that lets a card be used again. */
function CardChange({ card, change }: { card: string; change: keyof typeof changes }) {
  const fetcher = useFetcher<SaveResult>();
  const { label, done, form } = changes[change];
  useSavedToast(fetcher, done);
  return (
    <BlockStack gap="200">
      <Button loading={fetcher.state !== 'idle'} onClick={() => fetcher.submit({ card, ...form }, { method: 'post', action: '/shopify/card-switch' })}>
        {label}
      </Button>
      <ProblemNotice problem={fetcher.data?.problem} />
    </BlockStack>
  );
}
