import { getCard, getCardEmbedded, patchCard, postCardActivation, putCardHold } from '../../contract/card.ts';
import { embedCard } from '../../services/card/embedCard.ts';
import { activateCard } from '../../services/card/issue/activateCard.ts';
import { presentCard } from '../../services/card/presentCard.ts';
import { changeCardState } from '../../services/card/state/changeCardState.ts';
import { holdCard } from '../../services/card/state/holdCard.ts';
import { route } from '../route.ts';

export const cardRoutes = [
  route(
    getCard,
    (deps) =>
      async ({ view, query }) =>
        presentCard(deps, view, query.token),
  ),
  route(
    patchCard,
    (deps) =>
      async ({ caller, view, body }) =>
        changeCardState(deps, caller, view, body),
  ),
  route(
    putCardHold,
    (deps) =>
      async ({ caller, view, body }) =>
        holdCard(deps, caller, view, body),
  ),
  route(
    postCardActivation,
    (deps) =>
      async ({ caller, view, body }) =>
        activateCard(deps, caller, view, body),
  ),
  route(
    getCardEmbedded,
    (deps) =>
      async ({ program, query }) =>
        embedCard(deps, program, { token: query.token, whitelabel: query.whitelabel, showPan: query.showPan === 'true' }),
  ),
];
