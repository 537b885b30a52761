/** Returns the options of a select whose values read as they are. */
export const choices = (values: readonly string[]) => async () => values.map((value) => ({ value, label: value }));
