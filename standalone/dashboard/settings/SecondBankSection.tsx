import { Button } from '@bigcommerce/big-design';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import styled from 'styled-components';
import type { deleteFallbackBank, FallbackBankAnswer, postFallbackBank } from '../../../server/contract/bank.ts';
import type { RemedyButton } from '../../../server/domain/bank/bankRemedies.ts';
import { bankTexts } from '../../../server/domain/bank/bankTexts.ts';
import {
  lacksAuthorization,
  secondBankConsequences,
  secondBankRemedies,
  secondBankRemoval,
  secondBankStateWords,
  secondBankTexts,
} from '../../../server/domain/bank/secondBank.ts';
import { isLinked } from '../../../server/domain/receiver/receiver.ts';
import { Points } from '../../forms/Points.tsx';
import { Problem } from '../../forms/Problem.tsx';
import { StaffNote } from '../../forms/StaffNote.tsx';
import { useIntent } from '../../forms/useIntent.ts';
import { ButtonRow } from '../../layout/ButtonRow.ts';
import { Dialog } from '../../layout/Dialog.tsx';
import { ErrorState } from '../../layout/ErrorState.tsx';
import { Skeleton } from '../../layout/Skeleton.tsx';
import { BankWindowProblem } from '../../onboarding/bank/BankWindowProblem.tsx';
import { DebitAuthorizationNote } from '../../onboarding/bank/DebitAuthorizationNote.tsx';
import { debitAuthorizationQuery } from '../../onboarding/bank/debitAuthorizationQuery.ts';
import { useSecondBankWindow } from '../../onboarding/bank/useBankWindow.ts';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';
import { secondBankQuery } from '../queries.ts';
import { Facts, Lead, Section } from './Section.tsx';

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

/** Takes over an answer about the second account, and loads again what depends on it. */
function useTakeOver() {
  const api = useApi();
  const queries = useQueryClient();
  const { token } = useReceiver().receiver;
  return useCallback(
    async (answer: FallbackBankAnswer) => {
      queries.setQueryData(secondBankQuery(api, token).queryKey, answer);
      await queries.invalidateQueries({ queryKey: ['dashboard', token] });
    },
    [api, queries, token],
  );
}

/** The linked account, or that there is none, with its buttons. The window of a bank that signs in on its own page comes back to this component. */
function Shown({ bank, onLook }: { bank: SecondBank | null; onLook: () => void }) {
  const bankWindow = useSecondBankWindow(useTakeOver());
  const [asking, setAsking] = useState<Asking | null>(null);
  const close = () => setAsking(null);
  return (
    <>
      {bank === null ? (
        <Line>{secondBankTexts.none}</Line>
      ) : (
        <Facts>
          <dt>Bank</dt>
          <dd>{bank.institution_name ?? 'Your bank'}</dd>
          <dt>Account</dt>
          <dd>
            {bank.name ?? 'Account'}
            {bank.mask !== null && ` ending in ${bank.mask}`}
          </dd>
          <dt>Status</dt>
          <dd>{secondBankStateWords(bank)}</dd>
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

/** Says what follows before an account is chosen in the bank's window, with the authorization that is given by it. */
function Choosing({ isReplacement, onOpen, onClose }: { isReplacement: boolean; onOpen: () => void; onClose: () => void }) {
  const choose = () => {
    onClose();
    onOpen();
  };
  return (
    <Dialog
      title={isReplacement ? secondBankTexts.change : secondBankTexts.link}
      isWide
      onClose={onClose}
      actions={[
        { text: 'Cancel', variant: 'subtle', onClick: onClose },
        { text: bankTexts.choose, onClick: choose },
      ]}
    >
      <Points all={secondBankConsequences(isReplacement)} />
      <DebitAuthorizationNote />
    </Dialog>
  );
}

function Authorization({ onClose }: { onClose: () => void }) {
  const api = useApi();
  const queries = useQueryClient();
  const { token } = useReceiver().receiver;
  const takeOver = useTakeOver();
  const authorization = useIntent(async (_: Record<string, never>, idempotencyKey) => {
    const { offered } = await queries.ensureQueryData(debitAuthorizationQuery(api, token));
    const body = { public_token: null, account_id: null, authorization_version: offered.version };
    await takeOver(await api.call<typeof postFallbackBank>('POST /api/users/:token/bank/fallback', { params: { token }, body, idempotencyKey }));
    onClose();
  });
  return (
    <Dialog
      title={secondBankTexts.authorize}
      isWide
      isBusy={authorization.isBusy}
      onClose={onClose}
      actions={[
        { text: 'Cancel', variant: 'subtle', onClick: onClose },
        { text: secondBankTexts.authorize, isLoading: authorization.isBusy, onClick: () => void authorization.run({}) },
      ]}
    >
      <DebitAuthorizationNote />
      <Problem problem={authorization.problem} />
    </Dialog>
  );
}

function Removal({ onClose }: { onClose: () => void }) {
  const api = useApi();
  const { token } = useReceiver().receiver;
  const takeOver = useTakeOver();
  const removal = useIntent(async () => {
    await takeOver(await api.call<typeof deleteFallbackBank>('DELETE /api/users/:token/bank/fallback', { params: { token }, body: {} }));
    onClose();
  });
  return (
    <Dialog
      title={secondBankTexts.removeTitle}
      isBusy={removal.isBusy}
      onClose={onClose}
      actions={[
        { text: secondBankTexts.keep, variant: 'subtle', onClick: onClose },
        { text: secondBankTexts.remove, actionType: 'destructive', isLoading: removal.isBusy, onClick: () => void removal.run(undefined) },
      ]}
    >
      <Points all={secondBankRemoval} />
      <Problem problem={removal.problem} />
    </Dialog>
  );
}
