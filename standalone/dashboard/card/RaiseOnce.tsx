import { Button } from '@bigcommerce/big-design';
import { useQuery } from '@tanstack/react-query';
import styled from 'styled-components';
import type { CardRequestAnswer, postCardRaise } from '../../../server/contract/cards.ts';
import type { DeclinedPurchase } from '../../../server/contract/declines.ts';
import { cardsTexts } from '../../../server/domain/card/cardWords.ts';
import { useIntent } from '../../forms/useIntent.ts';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';
import { cardRequestsQuery } from './cardsQueries.ts';
import { useAsk } from './requests/useAsk.ts';
import { useCardChanged } from './useCardChanged.ts';

const Failed = styled.p.attrs({ role: 'alert' })`
  color: ${({ theme }) => theme.colors.danger};
`;

type Suggested = NonNullable<DeclinedPurchase['suggested_raise']>;

/** Lifts the control that declined a purchase until the day ends, by one tap; a cardholder asks for that by one. */
export function RaiseOnce({ declined, suggested }: { declined: DeclinedPurchase; suggested: Suggested }) {
  const { abilities } = useReceiver().receiver;
  if (abilities.includes('manage_cards')) return <Raise card={declined.card_token} suggested={suggested} />;
  return abilities.includes('request_card') ? <Ask declined={declined} suggested={suggested} /> : null;
}

function Raise({ card, suggested: { label, ...body } }: { card: string; suggested: Suggested }) {
  const api = useApi();
  const { token } = useReceiver().receiver;
  const changed = useCardChanged();
  const raise = useIntent(async (sent: Omit<Suggested, 'label'>, idempotencyKey) => {
    const params = { token, card };
    await changed(await api.call<typeof postCardRaise>('POST /api/users/:token/cards/:card/raises', { params, body: sent, idempotencyKey }));
  });
  return (
    <>
      <Button isLoading={raise.isBusy} onClick={() => void raise.run(body)}>
        {label}
      </Button>
      {raise.problem && <Failed>{raise.problem.message}</Failed>}
    </>
  );
}

function Ask({ declined: { card_token, merchant }, suggested: { control, amount_cents, subject } }: { declined: DeclinedPurchase; suggested: Suggested }) {
  const ask = useAsk();
  const { data } = useQuery(cardRequestsQuery(useApi(), useReceiver().receiver.token));
  const isSame = (one: CardRequestAnswer) =>
    one.card?.token === card_token && one.control === control && one.amount_cents === amount_cents && one.subject === subject;
  const isWaiting = data?.requests.some((one) => one.state === 'open' && isSame(one)) ?? false;
  if (ask.isSent || isWaiting) return <span role="status">{cardsTexts.asked}</span>;
  return (
    <>
      <Button isLoading={ask.isBusy} onClick={() => void ask.run({ kind: 'raise', card_token, control, amount_cents, subject, note: `For ${merchant}` })}>
        {cardsTexts.askForIt}
      </Button>
      {ask.problem && <Failed>{ask.problem.message}</Failed>}
    </>
  );
}
