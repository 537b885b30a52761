import type { postKyb } from '../../../server/contract/kyb.ts';
import type { KybForm } from '../../../server/domain/kyb.ts';
import { callCore } from '../call.ts';
import { useStepIntent } from '../useIntent.ts';

/** Sends the form to the issuer, the first time or corrected. */
export function useSubmitKyb(token: string) {
  return useStepIntent((form: KybForm, idempotencyKey) =>
    callCore<typeof postKyb>('POST /api/users/:token/kyb', { params: { token }, body: { form }, idempotencyKey }),
  );
}

/** Where the paths of the form's fields begin in the body of that call. */
export const bodyPrefix = 'form.';
