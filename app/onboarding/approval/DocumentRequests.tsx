import { BlockStack, Button, ChoiceList, InlineStack, Link, Text } from '@shopify/polaris';
import { useId, useState } from 'react';
import { CallFailure } from '../../../server/browser/callFailure.ts';
import { putFiles } from '../../../server/browser/kyb/putFiles.ts';
import { useFocusOn } from '../../../server/browser/useFocusOn.ts';
import type { Answer } from '../../../server/contract/call.ts';
import type { KybAnswer, postKybDocument } from '../../../server/contract/kyb.ts';
import { documentTexts } from '../../../server/domain/onboarding/stepTexts.ts';
import { callCore } from '../../call.ts';
import { ProblemBanner } from '../../components/ProblemBanner.tsx';
import { useEffectCall } from '../../useEffectCall.ts';
import { useIntent } from '../../useIntent.ts';
import { StepCard } from '../StepCard.tsx';
import { FileField } from './FileField.tsx';
import { Reasons } from './Reasons.tsx';

type Announced = Answer<typeof postKybDocument>;

interface DocumentProps {
  token: string;
  supportEmail: string;
}

/** The documents that the issuer asks for, each with a form to send it. */
export function DocumentRequests({ kyb: { documents }, ...props }: DocumentProps & { kyb: KybAnswer }) {
  return (
    <StepCard heading={documentTexts.heading} lead={documentTexts.lead}>
      {documents.map((request) => (
        <DocumentRequest key={request.entity_token} request={request} {...props} />
      ))}
    </StepCard>
  );
}

function DocumentRequest({ request, token, supportEmail }: DocumentProps & { request: KybAnswer['documents'][number] }) {
  const [type, setType] = useState(request.document_types[0]?.type ?? '');
  const [files, setFiles] = useState<Readonly<Record<string, File>>>({});
  const [announced, setAnnounced] = useState<Announced | null>(null);
  const headingId = useId();
  useFocusOn(headingId, announced ? 'files' : 'types');

  const announce = useIntent((document_type: string, idempotencyKey) => {
    const body = { entity_token: request.entity_token, document_type };
    return callCore<typeof postKybDocument>('POST /api/users/:token/kyb/documents', { params: { token }, body, idempotencyKey });
  });
  const upload = useEffectCall<Announced, null>(
    async ({ uploads }) => ((await putFiles(uploads, files)) ? { ok: true, value: null } : { ok: false, problem: notArrived }),
    'Your document is sent',
  );

  function chooseAnother() {
    upload.clear();
    setFiles({});
    setAnnounced(null);
  }
  async function begin() {
    const outcome = await announce.run(type);
    if (outcome.ok) setAnnounced(outcome.value);
  }

  return (
    <BlockStack gap="300">
      <div id={headingId} tabIndex={-1}>
        <Text as="h3" variant="headingMd">
          {request.about}
        </Text>
      </div>
      <Reasons reasons={request.reasons.map((message) => ({ message }))} />
      {request.attempts_left === 0 && !announced ? (
        <Text as="p">
          {documentTexts.noneLeft[0]}
          <Link url={`mailto:${supportEmail}`}>{supportEmail}</Link>
          {documentTexts.noneLeft[1]}
        </Text>
      ) : (
        <>
          {announced ? (
            announced.uploads.map(({ side }) => (
              <FileField
                key={side}
                label={documentTexts.side(side, announced.uploads.length)}
                file={files[side] ?? null}
                onChoose={(file) => setFiles((before) => ({ ...before, [side]: file }))}
              />
            ))
          ) : (
            <ChoiceList
              title={documentTexts.question}
              choices={request.document_types.map((one) => ({ value: one.type, label: one.label }))}
              selected={[type]}
              onChange={([chosen]) => setType(chosen ?? type)}
            />
          )}
          <Text as="p" tone="subdued">
            {documentTexts.limits(request.attempts_left)}
          </Text>
          <ProblemBanner problem={announce.problem ?? upload.problem} />
          <InlineStack gap="200">
            {announced ? (
              <>
                <Button
                  variant="primary"
                  disabled={!announced.uploads.every(({ side }) => files[side])}
                  loading={upload.isBusy}
                  onClick={() => void upload.run(announced)}
                >
                  Send
                </Button>
                <Button disabled={upload.isBusy} onClick={chooseAnother}>
                  {documentTexts.another}
                </Button>
              </>
            ) : (
              <Button variant="primary" loading={announce.isBusy} onClick={() => void begin()}>
                Continue
              </Button>
            )}
          </InlineStack>
        </>
      )}
    </BlockStack>
  );
}

const notArrived = new CallFailure({ code: 'upload_failed', ...documentTexts.notArrived });
