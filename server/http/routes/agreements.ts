import { getAgreement, getProgramTerms, postAgreement } from '../../contract/agreements.ts';
import { acceptAgreementInOrder } from '../../services/onboarding/acceptAgreement.ts';
import { readAgreement, readProgramTerms } from '../../services/onboarding/readAgreement.ts';
import { presentReceiver } from '../../services/profile/presentReceiver.ts';
import { route } from '../route.ts';

export const agreementRoutes = [
  route(
    getAgreement,
    (deps) =>
      async ({ program, params }) =>
        readAgreement(deps, program, params.document),
  ),
  route(
    getProgramTerms,
    () =>
      async ({ program }) =>
        readProgramTerms(program),
  ),
  route(
    postAgreement,
    (deps) =>
      async ({ caller, view, params, body, origin }) =>
        presentReceiver(deps, caller, await acceptAgreementInOrder(deps, view, { document: params.document, version: body.version, origin })),
  ),
];
