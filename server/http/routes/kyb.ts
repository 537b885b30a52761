import { getKyb, getKybStatus, postKyb, postKybDocument, putKyb } from '../../contract/kyb.ts';
import { announceDocument } from '../../services/kyb/documents.ts';
import { kybStatus } from '../../services/kyb/kybStatus.ts';
import { presentKyb } from '../../services/kyb/presentKyb.ts';
import { saveKybForm } from '../../services/kyb/saveKybForm.ts';
import { submitKyb } from '../../services/kyb/submitKyb.ts';
import { presentReceiver } from '../../services/profile/presentReceiver.ts';
import { route } from '../route.ts';

export const kybRoutes = [
  route(
    getKyb,
    (deps) =>
      async ({ view }) =>
        presentKyb(deps, view),
  ),
  route(putKyb, (deps) => async ({ view, body, origin }) => {
    await saveKybForm(deps, view, { ...body, ipAddress: origin.address });
    return presentKyb(deps, view);
  }),
  route(
    postKyb,
    (deps) =>
      async ({ caller, view, body, origin }) =>
        presentReceiver(deps, caller, await submitKyb(deps, view, { form: body.form, origin })),
  ),
  route(
    postKybDocument,
    (deps) =>
      async ({ view, body }) =>
        announceDocument(deps, view, body),
  ),
  route(
    getKybStatus,
    (deps) =>
      async ({ view, query }) =>
        kybStatus(deps, view, query.lithic_account_holder_token),
  ),
];
