import { getEvents } from '../../contract/events.ts';
import { openEvents } from '../../services/events/openEvents.ts';
import { route } from '../route.ts';

export const eventRoutes = [route(getEvents, (deps) => (call) => openEvents(deps, call))];
