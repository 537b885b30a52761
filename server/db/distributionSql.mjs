// npm run distribution:sql: prints the SQL that spreads the database over the servers of a Citus cluster.
import { distributionSql } from './distributionSql.ts';
import { refuseWords } from './refuseWords.ts';

try {
  refuseWords();
  process.stdout.write(distributionSql());
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
