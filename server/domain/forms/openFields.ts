/** Tells whether the field at a path can be edited. Every field can, unless only a part of the form is open. */
export type OpenFields = (path: string) => boolean;

const withoutPlaces = (path: string) => path.replace(/\.\d+(?=\.|$)/g, '');

/** Tells whether the field at a path is a group, or one of its fields. */
export const isWithin = (path: string, group: string) => path === group || path.startsWith(`${group}.`);

/**
 * Opens the fields at some paths, and those within or around them: `control_person.address` opens each of its lines, and
 * the control person's group that contains them. A path without a list index means every entry of the list.
 */
export function onlyFields(paths: readonly string[]): OpenFields {
  return (path) => paths.some((named) => [path, withoutPlaces(path)].some((one) => isWithin(one, named) || isWithin(named, one)));
}
