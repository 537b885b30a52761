import { getCard, getCardEmbedded, patchCard } from '../../contract/card.ts';
import { changeCardState } from '../../services/money/changeCardState.ts';
import { embedCard } from '../../services/money/embedCard.ts';
import { presentCard } from '../../services/money/presentCard.ts';
import { route } from '../route.ts';

export const cardRoutes = [
  route(
    getCard,
    (deps) =>
      async ({ view, query }) =>
        presentCard(deps, view.scope, query.token),
  ),
  route(
    patchCard,
    (deps) =>
      async ({ caller, view, body }) =>
        changeCardState(deps, caller, view, body),
  ),
  route(
    getCardEmbedded,
    (deps) =>
      async ({ program, query }) =>
        embedCard(deps, program, { token: query.token, whitelabel: query.whitelabel, showPan: query.showPan === 'true' }),
  ),
];
