import { type Database, Prisma, prismaOf } from '../../server/db/client.ts';

/** Writes the entries of the owner index for rows that a test has stored itself, as the product does with each row that it adds. */
export async function indexOwners(database: Database): Promise<void> {
  const entries = [
    Prisma.sql`INSERT INTO receiver_of_token (token, receiver_id) SELECT token, id FROM receiver`,
    Prisma.sql`INSERT INTO receiver_of_email (program, email, receiver_id) SELECT whitelabel, email, id FROM receiver`,
    Prisma.sql`INSERT INTO receiver_of_card (card_token, receiver_id) SELECT token, receiver_id FROM card`,
    Prisma.sql`INSERT INTO receiver_of_item (item_id, receiver_id, bank_link_id) SELECT item_id, receiver_id, id FROM bank_link WHERE removed_at IS NULL`,
    Prisma.sql`INSERT INTO receiver_of_connection (connection_id, receiver_id, commerce_link_id)
      SELECT connection_id, receiver_id, id FROM commerce_link WHERE unlinked_at IS NULL`,
  ];
  for (const entry of entries) await prismaOf(database).$executeRaw`${entry} ON CONFLICT DO NOTHING`;
}
