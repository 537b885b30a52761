import { Button, Input } from '@bigcommerce/big-design';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import styled from 'styled-components';
import { CallFailure } from '../../../server/browser/callFailure.ts';
import type { CardAnswer, postCardActivation } from '../../../server/contract/card.ts';
import { activationHint, activationLabel } from '../../../server/domain/card/plastic.ts';
import { FieldError } from '../../forms/fieldLayout.ts';
import { showAnswer } from '../../live/showAnswer.ts';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';
import { cardQuery } from '../home/cardQuery.ts';
import { Explanation } from './FactList.ts';

const Form = styled.form`
  border-top: 1px solid ${({ theme }) => theme.colors.secondary20};
  display: grid;
  gap: 0.75rem;
  margin-top: 1rem;
  padding-top: 1rem;

  .bd-button {
    margin: 0;
    width: auto;
  }

  label {
    font-weight: ${({ theme }) => theme.typography.fontWeight.semiBold};
    margin-bottom: 0.375rem;
  }
`;

/** Activates a physical card that has arrived, by the last four digits printed on it. Hidden from staff, who do not have it. */
export function ActivationForm({ card }: { card: CardAnswer }) {
  const api = useApi();
  const queries = useQueryClient();
  const { receiver } = useReceiver();
  const [digits, setDigits] = useState('');
  const messageId = useId();
  const activate = useMutation({
    mutationFn: (last_four: string) => api.call<typeof postCardActivation>('POST /api/lithic_card/activation', { body: { token: card.token, last_four } }),
    onSuccess: (changed) => showAnswer(queries, cardQuery(api, { token: receiver.token, lithic_card_token: card.token }).queryKey, changed),
  });
  if (!receiver.abilities.includes('activate_card')) return null;

  const message = activate.error ? describeFailure(activate.error) : undefined;
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!activate.isPending) activate.mutate(digits);
  }
  return (
    <Form onSubmit={submit} noValidate>
      <div>
        <Input
          label={activationLabel}
          value={digits}
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          error={message}
          aria-invalid={message !== undefined}
          aria-describedby={message && messageId}
          onChange={({ target }) => setDigits(target.value.replace(/\D/g, ''))}
        />
        {message && (
          <FieldError id={messageId} role="alert">
            {message}
          </FieldError>
        )}
      </div>
      <Button type="submit" variant="secondary" isLoading={activate.isPending}>
        Activate
      </Button>
      <Explanation>{activationHint(card.is_on_hold)}</Explanation>
    </Form>
  );
}

/** Returns what is wrong with the digits, or why nothing could be tried. */
function describeFailure(failure: Error): string {
  return failure instanceof CallFailure ? (failure.errors[0]?.message ?? failure.message) : failure.message;
}
