import { defineConfig } from 'prisma/config';

/** Where `prisma generate` finds the model. Addresses of databases are not its business: the server applies migrations itself. */
export default defineConfig({ schema: 'schema.prisma', migrations: { path: 'migrations' } });
