import { Button } from '@bigcommerce/big-design';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import styled from 'styled-components';
import type { FallbackBankAnswer } from '../../../server/contract/bank.ts';
import type { RemedyButton } from '../../../server/domain/bank/bankRemedies.ts';
import { bankFacts } from '../../../server/domain/bank/bankTexts.ts';
import { lacksAuthorization, secondBankRemedies, secondBankStateWords, secondBankTexts } from '../../../server/domain/bank/secondBank.ts';
import { isLinked } from '../../../server/domain/receiver/receiver.ts';
import { StaffNote } from '../../forms/StaffNote.tsx';
import { ButtonRow } from '../../layout/ButtonRow.ts';
import { ErrorState } from '../../layout/ErrorState.tsx';
import { Skeleton } from '../../layout/Skeleton.tsx';
import { BankWindowProblem } from '../../onboarding/bank/BankWindowProblem.tsx';
import { useSecondBankWindow } from '../../onboarding/bank/useBankWindow.ts';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';
import { secondBankQuery } from '../queries.ts';
import { Authorization, Choosing, Removal } from './SecondBankDialogs.tsx';
import { Facts, Lead, Section } from './Section.tsx';
import { useSecondBankAnswer } from './useSecondBankAnswer.ts';

const Line = styled.p`
  margin: 0 0 1rem;
  text-wrap: pretty;
`;

type SecondBank = NonNullable<FallbackBankAnswer['bank']>;
type Asking = 'link' | 'authorize' | 'remove';

/** The second bank account: what it is for, which one is linked, and how to link, repair, change and remove it. */
export function SecondBankSection() {
  return (
    <Section id="second-bank">
      <Lead>
        {secondBankTexts.lead} {secondBankTexts.usual}
      </Lead>
      <Account />
    </Section>
  );
}

function Account() {
  const { receiver } = useReceiver();
  const { token, plaid_access_token: first } = receiver;
  const { data, error, refetch } = useQuery(secondBankQuery(useApi(), token));
  if (error && !data) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton label="Loading your second bank account" lines={3} />;
  if (data.bank === null && !isLinked(first)) return <Line>{secondBankTexts.needsFirst}</Line>;
  return <Shown bank={data.bank} onLook={() => void refetch()} />;
}

/** The linked account, or that there is none, with its buttons. The window of a bank that signs in on its own page comes back to this component. */
function Shown({ bank, onLook }: { bank: SecondBank | null; onLook: () => void }) {
  const bankWindow = useSecondBankWindow(useSecondBankAnswer());
  const [asking, setAsking] = useState<Asking | null>(null);
  const close = () => setAsking(null);
  return (
    <>
      {bank === null ? (
        <Line>{secondBankTexts.none}</Line>
      ) : (
        <Facts>
          {bankFacts(bank, secondBankStateWords(bank)).map(({ label, value }) => (
            <Fragment key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </Fragment>
          ))}
        </Facts>
      )}
      <BankWindowProblem {...bankWindow} />
      <StaffNote action="pay_now">
        <Buttons bank={bank} isBusy={bankWindow.isBusy} onRemedy={({ does }) => (does === 'look' ? onLook() : void bankWindow.open(does))} onAsk={setAsking} />
      </StaffNote>
      {asking === 'link' && <Choosing isReplacement={bank !== null} onOpen={() => void bankWindow.open('link')} onClose={close} />}
      {asking === 'authorize' && <Authorization onClose={close} />}
      {asking === 'remove' && <Removal onClose={close} />}
    </>
  );
}

interface ButtonsProps {
  bank: SecondBank | null;
  isBusy: boolean;
  onRemedy: (remedy: RemedyButton) => void;
  onAsk: (about: Asking) => void;
}

function Buttons({ bank, isBusy, onRemedy, onAsk }: ButtonsProps) {
  if (bank === null) {
    return (
      <Button variant="secondary" isLoading={isBusy} onClick={() => onAsk('link')}>
        {secondBankTexts.link}
      </Button>
    );
  }
  const remedies = secondBankRemedies(bank);
  return (
    <ButtonRow>
      {remedies.map((remedy) => (
        <Button key={remedy.label} variant="primary" isLoading={isBusy} onClick={() => onRemedy(remedy)}>
          {remedy.label}
        </Button>
      ))}
      {lacksAuthorization(bank) && (
        <Button variant={remedies.length === 0 ? 'primary' : 'secondary'} disabled={isBusy} onClick={() => onAsk('authorize')}>
          {secondBankTexts.authorize}
        </Button>
      )}
      <Button variant="secondary" isLoading={isBusy && remedies.length === 0} disabled={isBusy} onClick={() => onAsk('link')}>
        {secondBankTexts.change}
      </Button>
      <Button variant="secondary" actionType="destructive" disabled={isBusy} onClick={() => onAsk('remove')}>
        {secondBankTexts.remove}
      </Button>
    </ButtonRow>
  );
}
