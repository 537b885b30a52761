import type { Intent } from '../../../server/browser/forms/intent.ts';
import type { KybCalls } from '../../../server/browser/kyb/kybSubmission.ts';
import type { postKyb, putKyb } from '../../../server/contract/kyb.ts';
import type { KybForm } from '../../../server/domain/kyb/kyb.ts';
import { callCore } from '../../call.ts';
import { useEffectCall } from '../../useEffectCall.ts';

/** Returns the calls of the verification form: `saveDraft` saves the draft, `submit` sends the form, new or corrected. */
export function useKybCalls(token: string): KybCalls & { submission: Intent<KybForm, unknown> } {
  const submission = useEffectCall(
    (form: KybForm, idempotencyKey) => callCore<typeof postKyb>('POST /api/users/:token/kyb', { params: { token }, body: { form }, idempotencyKey }),
    'Your verification is sent',
  );
  return {
    async saveDraft(form, page) {
      const kept = await callCore<typeof putKyb>('PUT /api/users/:token/kyb', { params: { token }, body: { form, page } });
      if (!kept.ok) throw kept.problem;
    },
    submit: submission.run,
    submission,
  };
}
