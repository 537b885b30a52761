import { Button, InlineMessage } from '@bigcommerce/big-design';
import { useState } from 'react';
import styled from 'styled-components';
import type { postContactEmail } from '../../../server/contract/contactEmail.ts';
import { mailAddressInWords, mailAddressTexts, newMailAddressProblem } from '../../../server/domain/mail/mailAddressWords.ts';
import { Problem } from '../../forms/Problem.tsx';
import { useIntent } from '../../forms/useIntent.ts';
import { ButtonRow } from '../../layout/ButtonRow.ts';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';
import { ChangeableText } from './ChangeableText.tsx';
import { OwnerOnly } from './OwnerOnly.tsx';
import { Facts, Lead, Section } from './Section.tsx';

const Ways = styled.div`
  display: grid;
  gap: 0.75rem;
`;

/** The address to which the mails of an account go that a store opened, whether it is confirmed, and the form that changes it. */
export function AddressSection() {
  const api = useApi();
  const { receiver, reload } = useReceiver();
  const { token, email, is_email_confirmed: isConfirmed, email_waiting } = receiver;
  // The record names the address only once its link was mailed.
  const [sentTo, setSentTo] = useState<string | null>(null);
  async function mailLink(typed: string) {
    const { sent_to } = await api.call<typeof postContactEmail>('POST /api/users/:token/contact_email', { params: { token }, body: { email: typed } });
    setSentTo(sent_to.toLowerCase());
    await reload();
  }
  const again = useIntent(() => mailLink(email));
  const isSentAgain = sentTo === email && !isConfirmed;
  const waiting = sentTo !== null && sentTo !== email ? sentTo : email_waiting;
  const note = isSentAgain ? mailAddressTexts.sent : waiting && mailAddressTexts.waiting(waiting);
  return (
    <Section id="address">
      {email !== '' && (
        <Facts>
          <dt>Address</dt>
          <dd>{email}</dd>
          <dt>State</dt>
          <dd>{mailAddressTexts.states[isConfirmed ? 'confirmed' : 'unconfirmed']}</dd>
        </Facts>
      )}
      <Lead>{mailAddressInWords(receiver)}</Lead>
      <OwnerOnly>
        <Ways>
          {email !== '' && !isConfirmed && (
            <ButtonRow>
              <Button variant="secondary" isLoading={again.isBusy} onClick={() => void again.run(undefined)}>
                {mailAddressTexts.sendAgain}
              </Button>
            </ButtonRow>
          )}
          <Problem problem={again.problem} />
          {note !== null && <InlineMessage type="info" messages={[{ text: note }]} />}
          <ChangeableText
            field={{
              name: 'email',
              label: mailAddressTexts.field,
              type: 'email',
              inputMode: 'email',
              autoComplete: 'email',
              maxLength: 254,
              spellCheck: false,
              hint: mailAddressTexts.hint(email !== ''),
            }}
            words={mailAddressTexts.words(email !== '')}
            problemOf={(typed) => newMailAddressProblem(typed, receiver)}
            send={mailLink}
          />
        </Ways>
      </OwnerOnly>
    </Section>
  );
}
