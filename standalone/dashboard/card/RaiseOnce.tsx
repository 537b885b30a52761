import { Button } from '@bigcommerce/big-design';
import styled from 'styled-components';
import type { postCardRaise } from '../../../server/contract/cards.ts';
import type { DeclinedPurchase } from '../../../server/contract/declines.ts';
import { cardsTexts } from '../../../server/domain/card/cardWords.ts';
import { useIntent } from '../../forms/useIntent.ts';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';
import { useAsk } from '../cards/requests/useAsk.ts';
import { useCardChanged } from '../cards/useCardChanged.ts';

const Failed = styled.p.attrs({ role: 'alert' })`
  color: ${({ theme }) => theme.colors.danger};
`;

type Suggested = NonNullable<DeclinedPurchase['suggested_raise']>;

/** Lifts the control that declined a purchase until the day ends, by one tap; a cardholder asks for that by one. */
export function RaiseOnce({ declined: { card_token }, suggested }: { declined: DeclinedPurchase; suggested: Suggested }) {
  const { abilities } = useReceiver().receiver;
  if (abilities.includes('manage_cards')) return <Raise card={card_token} suggested={suggested} />;
  return abilities.includes('request_card') ? <Ask card={card_token} suggested={suggested} /> : null;
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

function Ask({ card, suggested: { control, amount_cents, subject } }: { card: string; suggested: Suggested }) {
  const ask = useAsk();
  if (ask.isSent) return <span role="status">{cardsTexts.asked}</span>;
  return (
    <>
      <Button isLoading={ask.isBusy} onClick={() => void ask.run({ kind: 'raise', card_token: card, control, amount_cents, subject, note: null })}>
        {cardsTexts.askForIt}
      </Button>
      {ask.problem && <Failed>{ask.problem.message}</Failed>}
    </>
  );
}
