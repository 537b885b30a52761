// npm run distribution:sql: prints the SQL that spreads the database over the servers of a Citus cluster.
import { distributionSql } from './distributionSql.ts';

process.stdout.write(distributionSql());
