/** Reads a list from the raw response: the SDK returns an empty list for a response that is not a list. */
export const listed = async (request: { asResponse: () => Promise<Response> }): Promise<unknown> => (await request.asResponse()).json();

/** Returns the query of the page after a cursor, the first without one. */
export const pageQuery = (after: string | null) => ({ page_size: 100, ...(after === null ? {} : { starting_after: after }) });
