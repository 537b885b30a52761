import type { Sort } from '../../domain/table/table.ts';

/** The default order of a report's rows: by creation time, the same in every source of rows. */
export const newestFirst: Sort = { column: 'created_at', direction: 'desc' };
export const oldestFirst: Sort = { column: 'created_at', direction: 'asc' };
