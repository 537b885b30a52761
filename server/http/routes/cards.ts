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
import { addCard } from '../../services/cards/addCard.ts';
import { addToWallet } from '../../services/cards/addToWallet.ts';
import { askForCard, readCardRequests } from '../../services/cards/cardRequests.ts';
import { cardsFile } from '../../services/cards/cardsFile.ts';
import { changeCard } from '../../services/cards/changeCard.ts';
import { closeFurtherCard } from '../../services/cards/closeFurtherCard.ts';
import { answerRequest } from '../../services/cards/grantRequest.ts';
import { endLimitRaise, grantLimitRaise } from '../../services/cards/limitRaises.ts';
import { presentCards, presentOneCard, requireSeenCard } from '../../services/cards/presentCards.ts';
import { reissueCard } from '../../services/cards/reissueCard.ts';
import { reportLoss } from '../../services/cards/reportLoss.ts';
import { setControls } from '../../services/cards/setControls.ts';
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
