import type { Sort } from '../../domain/table/table.ts';

/** How the rows of a report stand, unless it says otherwise: by the column of their time, the same in every source of rows. */
export const newestFirst: Sort = { column: 'created_at', direction: 'desc' };
export const oldestFirst: Sort = { column: 'created_at', direction: 'asc' };
