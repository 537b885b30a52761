/** Whether the field at a path is to be filled in here. Everything is, unless only some of a form is open. */
export type OpenFields = (path: string) => boolean;

const withoutPlaces = (path: string) => path.replace(/\.\d+(?=\.|$)/g, '');
const isWithin = (path: string, group: string) => path === group || path.startsWith(`${group}.`);

/**
 * Opens what some paths name, and what lies within or around it: `control_person.address` opens each of its lines, and
 * the group of the control person for their sake. A path without a place in a list means all that stand in the list.
 */
export function onlyFields(paths: readonly string[]): OpenFields {
  return (path) => paths.some((named) => [path, withoutPlaces(path)].some((one) => isWithin(one, named) || isWithin(named, one)));
}
