import { acrossReceivers } from './acrossReceivers.ts';
import { type KeptByOneServer, keptByOneServer, type Place, places } from './distribution.ts';

function dropped({ table, kind, name }: KeptByOneServer): string {
  if (kind === 'constraint') return `ALTER TABLE ${table} DROP CONSTRAINT ${name};`;
  return kind === 'index' ? `DROP INDEX ${name};` : `DROP TRIGGER ${name} ON ${table};`;
}

/** Returns the statement that puts a table's rows in their place; null where they stay. */
function spread(table: string, place: Place): string | null {
  if (place.on === 'one') return null;
  if (place.on === 'everywhere') return `SELECT create_reference_table('${table}');`;
  const beside = place.on === 'receiver' && table !== 'receiver' ? 'receiver' : 'none';
  return `SELECT create_distributed_table('${table}', '${place.by}', colocate_with => '${beside}');`;
}

/** Returns the SQL that spreads the database over the servers of a Citus cluster, in its order. */
export function distributionSql(): string {
  const tables = Object.entries(places);
  const spreading = tables.map(([table, place]) => spread(table, place)).filter((statement) => statement !== null);
  const staying = tables.filter(([, { on }]) => on === 'one').map(([table]) => table);
  const moved = tables.filter(([, { on }]) => on !== 'one').map(([table]) => table);
  const comment = (lines: readonly string[]) => lines.map((line) => `-- ${line}`);
  return [
    ...comment(['Spreads the database over the servers of a Citus cluster. Run it once, on the coordinator, while no process of the product runs.']),
    'SET citus.enable_unsafe_triggers TO on;',
    '',
    ...comment(['What only a single server can keep:']),
    ...keptByOneServer.flatMap((rule) => [...comment([`instead: ${rule.instead}`]), dropped(rule)]),
    '',
    ...comment(['The rows of a receiver together, a look-up by its name, the rest on every server:']),
    ...spreading,
    '',
    ...comment(['The rows that were copied leave the coordinator; the triggers that keep a table from being emptied are not for this:']),
    'SET session_replication_role TO replica;',
    ...moved.toReversed().map((table) => `SELECT truncate_local_data_after_distributing_table('${table}');`),
    'RESET session_replication_role;',
    '',
    ...comment(['These stay on the coordinator, as the job queue does:', staying.join(', ')]),
    '',
    ...comment(['These statements go to every server:', ...Object.entries(acrossReceivers).map(([place, reason]) => `${place}: ${reason}`)]),
    '',
  ].join('\n');
}
