import { useRevalidator } from '@remix-run/react';
import { BlockStack, Button, InlineStack, List, Text } from '@shopify/polaris';
import { type ReactNode, useState } from 'react';
import type { deleteFallbackBank, FallbackBankAnswer, postFallbackBank } from '../../server/contract/bank.ts';
import type { DebitAuthorizationAnswer } from '../../server/contract/debitAuthorization.ts';
import type { RemedyButton } from '../../server/domain/bank/bankRemedies.ts';
import { bankFacts, bankTexts } from '../../server/domain/bank/bankTexts.ts';
import {
  lacksAuthorization,
  secondBankConsequences,
  secondBankRemedies,
  secondBankRemoval,
  secondBankStateWords,
  secondBankTexts,
} from '../../server/domain/bank/secondBank.ts';
import { callCore } from '../call.ts';
import { ConfirmModal } from '../components/ConfirmModal.tsx';
import { Facts } from '../components/Facts.tsx';
import { ProblemBanner } from '../components/ProblemBanner.tsx';
import { BankWindowNote } from '../onboarding/bank/BankWindowNote.tsx';
import { DebitAuthorizationNote } from '../onboarding/bank/DebitAuthorizationNote.tsx';
import { useBankWindow } from '../onboarding/bank/useBankWindow.ts';
import { useEffectCall } from '../useEffectCall.ts';
import { Section } from './Section.tsx';

type Bank = NonNullable<FallbackBankAnswer['bank']>;

interface SecondBankProps {
  token: string;
  /** The second account; null while none is linked. */
  bank: Bank | null;
  /** Whether a first account is linked, without which there is no second one. */
  hasFirst: boolean;
  /** The authorization that the merchant gives by linking an account. */
  authorization: DebitAuthorizationAnswer['offered'];
  programName: string;
  scriptUrl: string;
  mayLink: boolean;
}

/** The second bank account: what it is for, which one is linked, and how to link, repair, change and remove it. */
export function SecondBank({ bank, hasFirst, mayLink, ...linking }: SecondBankProps) {
  return (
    <Section id="second-bank" title={secondBankTexts.heading}>
      <Text as="p" tone="subdued">
        {secondBankTexts.lead} {secondBankTexts.usual}
      </Text>
      {bank === null ? (
        <Text as="p">{hasFirst ? secondBankTexts.none : secondBankTexts.needsFirst}</Text>
      ) : (
        <Facts facts={bankFacts(bank, secondBankStateWords(bank))} />
      )}
      {mayLink && (bank !== null || hasFirst) && <Changes bank={bank} {...linking} />}
    </Section>
  );
}

type Asking = 'link' | 'authorize' | 'remove';

function Changes({ token, bank, authorization, programName, scriptUrl }: Omit<SecondBankProps, 'hasFirst' | 'mayLink'>) {
  const bankWindow = useBankWindow(token, scriptUrl, authorization.version, 'fallback');
  const authorizing = useEffectCall((_: Record<string, never>, idempotencyKey) => authorize(token, authorization.version, idempotencyKey), 'Debits authorized');
  const removal = useEffectCall(() => remove(token), secondBankTexts.removed);
  const [asking, setAsking] = useState<Asking | null>(null);
  const close = () => setAsking(null);
  return (
    <>
      <BankWindowNote {...bankWindow} />
      <ProblemBanner problem={authorizing.problem ?? removal.problem} />
      {asking === 'link' && (
        <Question confirm={bankTexts.choose} onConfirm={() => bankWindow.open('link')} onClose={close}>
          <List>
            {secondBankConsequences(bank !== null).map((consequence) => (
              <List.Item key={consequence}>{consequence}</List.Item>
            ))}
          </List>
          <DebitAuthorizationNote programName={programName} markdown={authorization.markdown} />
        </Question>
      )}
      {asking === 'authorize' && (
        <Question confirm={secondBankTexts.authorize} onConfirm={() => authorizing.run({})} onClose={close}>
          <DebitAuthorizationNote programName={programName} markdown={authorization.markdown} />
        </Question>
      )}
      {(asking === null || asking === 'remove') && (
        <Buttons bank={bank} isBusy={bankWindow.isBusy || authorizing.isBusy} onOpen={bankWindow.open} onAsk={setAsking} />
      )}
      <ConfirmModal
        isOpen={asking === 'remove'}
        title={secondBankTexts.removeTitle}
        points={secondBankRemoval}
        confirm={secondBankTexts.remove}
        keep={secondBankTexts.keep}
        isBusy={removal.isBusy}
        onConfirm={() => void removal.run(undefined).then(close)}
        onClose={close}
      />
    </>
  );
}

interface QuestionProps {
  confirm: string;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
  children: ReactNode;
}

/** The confirmation text with its buttons. */
function Question({ confirm, onConfirm, onClose, children }: QuestionProps) {
  const confirmed = () => {
    onClose();
    void onConfirm();
  };
  return (
    <BlockStack gap="300">
      {children}
      <InlineStack gap="200">
        <Button variant="primary" onClick={confirmed}>
          {confirm}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </InlineStack>
    </BlockStack>
  );
}

interface ButtonsProps {
  bank: Bank | null;
  isBusy: boolean;
  onOpen: (mode: Exclude<RemedyButton['does'], 'look'>) => Promise<void>;
  onAsk: (about: Asking) => void;
}

function Buttons({ bank, isBusy, onOpen, onAsk }: ButtonsProps) {
  const { revalidate, state } = useRevalidator();
  if (bank === null) {
    return (
      <InlineStack>
        <Button loading={isBusy} onClick={() => onAsk('link')}>
          {secondBankTexts.link}
        </Button>
      </InlineStack>
    );
  }
  const remedies = secondBankRemedies(bank);
  return (
    <InlineStack gap="200">
      {remedies.map(({ label, does }) => (
        <Button
          key={label}
          variant="primary"
          loading={isBusy || (does === 'look' && state === 'loading')}
          onClick={() => (does === 'look' ? revalidate() : void onOpen(does))}
        >
          {label}
        </Button>
      ))}
      {lacksAuthorization(bank) && (
        <Button disabled={isBusy} onClick={() => onAsk('authorize')}>
          {secondBankTexts.authorize}
        </Button>
      )}
      <Button loading={isBusy && remedies.length === 0} disabled={isBusy} onClick={() => onAsk('link')}>
        {secondBankTexts.change}
      </Button>
      <Button tone="critical" disabled={isBusy} onClick={() => onAsk('remove')}>
        {secondBankTexts.remove}
      </Button>
    </InlineStack>
  );
}

function authorize(token: string, authorization_version: string, idempotencyKey: string) {
  const body = { public_token: null, account_id: null, authorization_version };
  return callCore<typeof postFallbackBank>('POST /api/users/:token/bank/fallback', { params: { token }, body, idempotencyKey });
}

function remove(token: string) {
  return callCore<typeof deleteFallbackBank>('DELETE /api/users/:token/bank/fallback', { params: { token }, body: {} });
}
