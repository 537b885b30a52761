import { postContactEmail } from '../../contract/contactEmail.ts';
import { changeContactEmail } from '../../services/contact/contactEmail.ts';
import { route } from '../route.ts';

export const contactEmailRoutes = [
  route(postContactEmail, (deps) => async ({ view, body }) => {
    await changeContactEmail(deps, view, body.email);
    return { sent_to: body.email };
  }),
];
