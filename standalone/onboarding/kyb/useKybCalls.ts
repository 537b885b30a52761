import type { Intent } from '../../../server/browser/forms/intent.ts';
import type { KybCalls } from '../../../server/browser/kyb/kybSubmission.ts';
import type { postKyb, putKyb } from '../../../server/contract/kyb.ts';
import type { KybForm } from '../../../server/domain/kyb/kyb.ts';
import { useIntent } from '../../forms/useIntent.ts';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';
import { useStepDone } from '../stepDone.ts';

/** Returns the calls of the verification form: `saveDraft` saves the draft, `submit` sends the form, new or corrected, and continues the onboarding. */
export function useKybCalls(): KybCalls & { submission: Intent<KybForm, void> } {
  const api = useApi();
  const stepDone = useStepDone();
  const { token } = useReceiver().receiver;
  const submission = useIntent(async (form: KybForm, idempotencyKey) => {
    await stepDone(await api.call<typeof postKyb>('POST /api/users/:token/kyb', { params: { token }, body: { form }, idempotencyKey }));
  });
  return {
    saveDraft: (form, page) => api.call<typeof putKyb>('PUT /api/users/:token/kyb', { params: { token }, body: { form, page } }),
    submit: submission.run,
    submission,
  };
}
