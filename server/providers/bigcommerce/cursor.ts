/**
 * The place in a store's orders at which the reading goes on: the last change of the orders that were read, and which page of
 * those that changed no earlier. Orders come by their last change, so that one that changes meanwhile comes again later, and
 * none is missed; pages count only where more orders than fit on one changed in the same second.
 */
export interface Cursor {
  since: Date;
  page: number;
}

export const writeCursor = ({ since, page }: Cursor): string => `${since.toISOString()} ${page}`;

/** Reads a stored cursor. Throws a RangeError when it is none. */
export function readCursor(text: string): Cursor {
  const [instant = '', page = ''] = text.split(' ');
  const cursor = { since: new Date(instant), page: Number(page) };
  if (Number.isNaN(cursor.since.getTime()) || !Number.isSafeInteger(cursor.page) || cursor.page < 1) throw new RangeError('not a cursor');
  return cursor;
}

/** Returns the place after a page; null after the last one. */
export function cursorAfter({ since, page }: Cursor, changes: readonly Date[], pageSize: number): Cursor | null {
  const last = changes.at(-1);
  if (last === undefined || changes.length < pageSize) return null;
  return last > since ? { since: last, page: 1 } : { since, page: page + 1 };
}
