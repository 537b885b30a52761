import { Button } from '@bigcommerce/big-design';
import { useId, useState } from 'react';
import styled from 'styled-components';
import { CallFailure } from '../../../server/browser/callFailure.ts';
import { putFiles } from '../../../server/browser/kyb/putFiles.ts';
import { useFocusOn } from '../../../server/browser/useFocusOn.ts';
import type { KybAnswer, postKybDocument } from '../../../server/contract/kyb.ts';
import { documentTexts } from '../../../server/domain/onboarding/stepTexts.ts';
import type { Answer } from '../../api.ts';
import { useProgram } from '../../brand/program.ts';
import { Actions, Small } from '../../forms/Actions.ts';
import { CardChoice, Choices } from '../../forms/CardChoice.tsx';
import { Problem } from '../../forms/Problem.tsx';
import { StaffNote } from '../../forms/StaffNote.tsx';
import { useIntent } from '../../forms/useIntent.ts';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';
import { StepHeading, useHeadingBelowStep } from '../frames/StepHeading.tsx';
import { DocumentImage } from './DocumentImage.tsx';
import { Reasons } from './Reasons.tsx';

type Request = KybAnswer['documents'][number];
type Announced = Answer<typeof postKybDocument>;

const Box = styled.section`
  & + section {
    border-top: 1px solid ${({ theme }) => theme.colors.secondary20};
    margin-top: 2rem;
    padding-top: 2rem;
  }

  h2,
  h3 {
    font-size: ${({ theme }) => theme.typography.fontSize.medium};
    font-weight: ${({ theme }) => theme.typography.fontWeight.semiBold};
    margin: 0 0 1rem;

    &:focus:not(:focus-visible) {
      outline: none;
    }
  }
`;

/** The documents that the issuer asks for, each with a form to send it. */
export function DocumentRequests({ kyb, onSent }: { kyb: KybAnswer; onSent: () => void }) {
  return (
    <>
      <StepHeading lead={documentTexts.lead}>{documentTexts.heading}</StepHeading>
      {kyb.documents.map((request) => (
        <DocumentRequest key={request.entity_token} request={request} onSent={onSent} />
      ))}
    </>
  );
}

function DocumentRequest({ request, onSent }: { request: Request; onSent: () => void }) {
  const api = useApi();
  const { token } = useReceiver().receiver;
  const { support_email } = useProgram();
  const Heading = useHeadingBelowStep();
  const [type, setType] = useState(request.document_types[0]?.type ?? '');
  const [files, setFiles] = useState<Readonly<Record<string, File>>>({});

  const announce = useIntent((document_type: string, idempotencyKey): Promise<Announced> => {
    const body = { entity_token: request.entity_token, document_type };
    return api.call<typeof postKybDocument>('POST /api/users/:token/kyb/documents', { params: { token }, body, idempotencyKey });
  });
  const [announced, setAnnounced] = useState<Announced | null>(null);
  const headingId = useId();
  useFocusOn(headingId, announced ? 'files' : 'types');
  const upload = useIntent(async ({ uploads }: Announced) => {
    if (!(await putFiles(uploads, files))) throw new CallFailure({ code: 'upload_failed', ...documentTexts.notArrived });
  });

  function chooseAnother() {
    upload.clear();
    setFiles({});
    setAnnounced(null);
  }

  async function begin() {
    const outcome = await announce.run(type);
    if (outcome.ok) setAnnounced(outcome.value);
  }

  async function send(sent: Announced) {
    const { ok } = await upload.run(sent);
    if (ok) onSent();
  }

  return (
    <Box aria-label={`A document about ${request.about}`}>
      <Heading id={headingId} tabIndex={-1}>
        {request.about}
      </Heading>
      <Reasons reasons={request.reasons.map((message) => ({ message }))} />
      {request.attempts_left === 0 && !announced ? (
        <p>
          {documentTexts.noneLeft[0]}
          <a href={`mailto:${support_email}`}>{support_email}</a>
          {documentTexts.noneLeft[1]}
        </p>
      ) : (
        <StaffNote action="submit_kyb">
          {announced ? (
            announced.uploads.map(({ side }) => (
              <DocumentImage
                key={side}
                label={documentTexts.side(side, announced.uploads.length)}
                file={files[side] ?? null}
                onChoose={(file) => setFiles((before) => ({ ...before, [side]: file }))}
              />
            ))
          ) : (
            <Choices>
              <legend>{documentTexts.question}</legend>
              {request.document_types.map((one) => (
                <CardChoice key={one.type} name={request.entity_token} title={one.label} isChosen={one.type === type} onChoose={() => setType(one.type)} />
              ))}
            </Choices>
          )}
          <Small>{documentTexts.limits(request.attempts_left)}</Small>
          <Actions>
            {announced ? (
              <>
                <Button
                  type="button"
                  disabled={!announced.uploads.every(({ side }) => files[side])}
                  isLoading={upload.isBusy}
                  onClick={() => void send(announced)}
                >
                  Send
                </Button>
                <Button type="button" variant="subtle" disabled={upload.isBusy} onClick={chooseAnother}>
                  {documentTexts.another}
                </Button>
              </>
            ) : (
              <Button type="button" isLoading={announce.isBusy} onClick={() => void begin()}>
                Continue
              </Button>
            )}
          </Actions>
          <Problem problem={announce.problem ?? upload.problem} />
        </StaffNote>
      )}
    </Box>
  );
}
