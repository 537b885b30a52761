import {
  deleteCardRaise,
  getCardRequests,
  getCards,
  getCardsCsv,
  getOneCard,
  patchOneCard,
  postCardClosing,
  postCardLoss,
  postCardRaise,
  postCardReissue,
  postCardRequest,
  postCardRequestAnswer,
  postCards,
  postCardWallet,
  putCardControls,
} from '../../contract/cards.ts';
import { reloadView } from '../../services/access/viewReceiver.ts';
import { changeCard } from '../../services/card/changeCard.ts';
import { endLimitRaise, grantLimitRaise } from '../../services/card/controls/limitRaises.ts';
import { setControls } from '../../services/card/controls/setControls.ts';
import { addCard } from '../../services/card/issue/addCard.ts';
import { reissueCard } from '../../services/card/issue/reissueCard.ts';
import { presentCards, presentOneCard, requireSeenCard } from '../../services/card/presentCards.ts';
import { askForCard, readCardRequests } from '../../services/card/requests/cardRequests.ts';
import { answerRequest } from '../../services/card/requests/grantRequest.ts';
import { closeFurtherCard } from '../../services/card/state/closeFurtherCard.ts';
import { reportLoss } from '../../services/card/state/reportLoss.ts';
import { addToWallet } from '../../services/card/wallets/addToWallet.ts';
import { cardsFile } from '../../services/reports/cardsFile.ts';
import { route } from '../route.ts';

export const cardsRoutes = [
  route(
    getCards,
    (deps) =>
      ({ view }) =>
        presentCards(deps, view),
  ),
  route(
    getOneCard,
    (deps) =>
      ({ caller, view, params }) =>
        presentOneCard(deps, caller, view, params.card),
  ),
  route(postCards, (deps) => async ({ caller, view, body }) => {
    const token = await addCard(deps, caller, view, body);
    return { card: token === null ? null : await presentOneCard(deps, caller, view, token) };
  }),
  route(patchOneCard, (deps) => async ({ caller, view, params, body }) => {
    await changeCard(deps, caller, view, params.card, body);
    return presentOneCard(deps, caller, view, params.card);
  }),
  route(putCardControls, (deps) => async ({ caller, view, params, body }) => {
    await setControls(deps, caller, view, params.card, body.controls);
    return presentOneCard(deps, caller, view, params.card);
  }),
  route(postCardRaise, (deps) => async ({ caller, view, params, body }) => {
    await grantLimitRaise(deps, caller, view, params.card, { ...body, ends_at: new Date(body.ends_at) });
    return presentOneCard(deps, caller, view, params.card);
  }),
  route(deleteCardRaise, (deps) => async ({ caller, view, params }) => {
    await endLimitRaise(deps, view, params.card, params.raise);
    return presentOneCard(deps, caller, view, params.card);
  }),
  route(postCardLoss, (deps) => async ({ caller, view, params, body }) => {
    await requireSeenCard(deps, view, params.card);
    const successor = await reportLoss(deps, caller, view, params.card, body);
    // The first card's successor takes its place in the record.
    const after = await reloadView(deps, view);
    return {
      card: await presentOneCard(deps, caller, after, params.card),
      successor: successor === null ? null : await presentOneCard(deps, caller, after, successor),
    };
  }),
  route(postCardReissue, (deps) => async ({ caller, view, params, body }) => {
    await reissueCard(deps, view, params.card, body.shipping_address);
    return presentOneCard(deps, caller, view, params.card);
  }),
  route(postCardClosing, (deps) => async ({ caller, view, params }) => {
    await closeFurtherCard(deps, view, params.card);
    return presentOneCard(deps, caller, view, params.card);
  }),
  route(postCardWallet, (deps) => async ({ caller, view, params, body }) => {
    await requireSeenCard(deps, view, params.card);
    return addToWallet(deps, caller, view, { token: params.card, request: body });
  }),
  route(
    getCardsCsv,
    (deps) =>
      ({ view, wants }) =>
        cardsFile(deps, view, wants),
  ),
  route(getCardRequests, (deps) => async ({ view }) => ({ requests: await readCardRequests(deps, view) })),
  route(
    postCardRequest,
    (deps) =>
      ({ caller, view, body }) =>
        askForCard(deps, caller, view, body),
  ),
  route(
    postCardRequestAnswer,
    (deps) =>
      ({ caller, view, params, body }) =>
        answerRequest(deps, caller, view, { id: params.request, isGranted: body.is_granted }),
  ),
];
