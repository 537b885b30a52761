import { Button, InlineMessage } from '@bigcommerce/big-design';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useState } from 'react';
import type { getAgreement, postAgreement } from '../../../server/contract/agreements.ts';
import { type AgreementDocument, agreementTitles } from '../../../server/domain/onboarding/agreements.ts';
import { agreementTexts } from '../../../server/domain/onboarding/stepTexts.ts';
import { Actions, Small } from '../../forms/Actions.ts';
import { Problem } from '../../forms/Problem.tsx';
import { StaffNote } from '../../forms/StaffNote.tsx';
import { useIntent } from '../../forms/useIntent.ts';
import { ErrorState } from '../../layout/ErrorState.tsx';
import { Skeleton } from '../../layout/Skeleton.tsx';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';
import { InShort } from '../agreement/InShort.tsx';
import { EndMark, ScrollBox } from '../agreement/ScrollBox.tsx';
import { StepHeading } from '../frames/StepHeading.tsx';
import { useStepDone } from '../stepDone.ts';

const AgreementText = lazy(() => import('../agreement/AgreementText.tsx').then((file) => ({ default: file.AgreementText })));

/** Shows one of the three agreements. The merchant accepts, after reading to the end, exactly the version that was read. */
export function AgreementStep({ document }: { document: AgreementDocument }) {
  const api = useApi();
  const text = useQuery({
    queryKey: ['agreement', document],
    queryFn: ({ signal }) => api.call<typeof getAgreement>('GET /api/programs/current/agreements/:document', { params: { document }, signal }),
  });
  const [outdatedMessage, setOutdatedMessage] = useState<string | null>(null);
  if (text.error && !text.data) return <ErrorState message={text.error.message} onRetry={() => void text.refetch()} />;
  return (
    <>
      <StepHeading lead={agreementTexts.lead}>{agreementTitles[document]}</StepHeading>
      {outdatedMessage !== null && <InlineMessage type="info" messages={[{ text: outdatedMessage }]} marginBottom="medium" />}
      {text.data ? (
        <Reading
          key={text.data.version}
          {...text.data}
          onOutdated={(message) => {
            setOutdatedMessage(message);
            void text.refetch();
          }}
        />
      ) : (
        <Skeleton label={`Loading the ${agreementTitles[document]}`} lines={12} />
      )}
    </>
  );
}

interface ReadingProps {
  document: AgreementDocument;
  version: string;
  markdown: string;
  in_short: readonly string[];
  /** Called when the text has changed since it was opened; the message says so. */
  onOutdated: (message: string) => void;
}

function Reading({ document, version, markdown, in_short, onOutdated }: ReadingProps) {
  const api = useApi();
  const stepDone = useStepDone();
  const { receiver } = useReceiver();
  const [isRead, setIsRead] = useState(false);
  const markRead = useCallback(() => setIsRead(true), []);
  const title = agreementTitles[document];

  const acceptance = useIntent(async (_: { version: string }, idempotencyKey) => {
    const params = { token: receiver.token, document };
    await stepDone(await api.call<typeof postAgreement>('POST /api/users/:token/agreements/:document', { params, body: { version }, idempotencyKey }));
  });

  async function accept() {
    const outcome = await acceptance.run({ version });
    if (!outcome.ok && outcome.problem.code === 'agreement_outdated') onOutdated(outcome.problem.message);
  }

  return (
    <>
      <InShort points={in_short} />
      <ScrollBox aria-label={title}>
        <Suspense fallback={<Skeleton label={`Loading the ${title}`} lines={12} />}>
          <AgreementText markdown={markdown} />
          <EndMark onSeen={markRead} />
        </Suspense>
      </ScrollBox>
      <StaffNote action="accept_agreement">
        <Small>{isRead ? agreementTexts.read(receiver.email) : agreementTexts.unread}</Small>
        <Actions>
          <Button type="button" disabled={!isRead} isLoading={acceptance.isBusy} onClick={() => void accept()}>
            {agreementTexts.accept}
          </Button>
          <Button type="button" variant="subtle" onClick={() => window.print()}>
            Print
          </Button>
        </Actions>
        <Problem problem={acceptance.problem} />
      </StaffNote>
    </>
  );
}
