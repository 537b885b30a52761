import type { postKyb } from '../../../server/contract/kyb.ts';
import type { KybForm } from '../../../server/domain/kyb.ts';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';
import { useIntent } from '../form/useIntent.ts';
import { useGoOn } from '../goOn.ts';

/** Sends the form to the issuer, the first time or corrected, and goes on from what came of it. */
export function useSubmitKyb() {
  const api = useApi();
  const goOn = useGoOn();
  const { receiver } = useReceiver();
  return useIntent(async (form: KybForm, idempotencyKey) => {
    await goOn(await api.call<typeof postKyb>('POST /api/users/:token/kyb', { params: { token: receiver.token }, body: { form }, idempotencyKey }));
  });
}

/** Where the paths of the form's fields begin in the body of that call. */
export const bodyPrefix = 'form.';
