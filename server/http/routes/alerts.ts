import { deletePushDevice, deleteSlack, getAlerts, postPushDevice, postSlack, postTestAlert, putAlerts } from '../../contract/alerts.ts';
import { addDevice, connectSlack, disconnectSlack, removeDevice } from '../../services/alerts/connectAlerts.ts';
import { changeAlerts, presentAlerts } from '../../services/alerts/ownAlerts.ts';
import { sendTestAlert } from '../../services/alerts/sendTestAlert.ts';
import { route } from '../route.ts';

export const alertRoutes = [
  route(
    getAlerts,
    (deps) =>
      ({ caller, view }) =>
        presentAlerts(deps, caller, view),
  ),
  route(
    putAlerts,
    (deps) =>
      ({ caller, view, body }) =>
        changeAlerts(deps, caller, view, { choices: body.choices ?? [], hours: body.hours }),
  ),
  route(postPushDevice, (deps) => async ({ caller, view, body }) => {
    await addDevice(deps, caller, view, { endpoint: body.endpoint, ...body.keys });
    return presentAlerts(deps, caller, view);
  }),
  route(deletePushDevice, (deps) => async ({ caller, view, params }) => {
    await removeDevice(deps, caller, view, params.device);
    return presentAlerts(deps, caller, view);
  }),
  route(postSlack, (deps) => async ({ caller, view, body }) => {
    await connectSlack(deps, caller, view, body);
    return presentAlerts(deps, caller, view);
  }),
  route(deleteSlack, (deps) => async ({ caller, view }) => {
    await disconnectSlack(deps, view);
    return presentAlerts(deps, caller, view);
  }),
  route(postTestAlert, (deps) => async ({ caller, view, body }) => ({ sent: await sendTestAlert(deps, caller, view, body.channel) })),
];
