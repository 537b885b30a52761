import { postCard, postPhysicalCard } from '../../contract/cardIssue.ts';
import { orderCard } from '../../services/card/issue/orderCard.ts';
import { orderPhysicalCard } from '../../services/card/issue/orderPhysicalCard.ts';
import { presentReceiver } from '../../services/profile/presentReceiver.ts';
import { route } from '../route.ts';

export const cardIssueRoutes = [
  route(
    postCard,
    (deps) =>
      async ({ caller, view, body }) =>
        presentReceiver(deps, caller, await orderCard(deps, view, body.physical)),
  ),
  route(
    postPhysicalCard,
    (deps) =>
      async ({ caller, view, body }) =>
        presentReceiver(deps, caller, await orderPhysicalCard(deps, view, body.shipping_address)),
  ),
];
