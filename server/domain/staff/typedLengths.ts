/** The least characters of a search for customers. */
export const minimumSearchLength = 2;

/** The most characters of what staff type: their fields and the calls share them. */
export const typedLengths = { search: 100, businessName: 200, confirmation: 300, reason: 1_000, note: 5_000 } as const;
