import { type Prisma, prismaOf, type Transaction } from '../client.ts';

/** A stream of events at a provider. */
export interface Stream {
  provider: string;
  stream: string;
}

/** Returns how far a stream was read; 0 before the first read. */
export async function streamPosition(transaction: Transaction, stream: Stream): Promise<number> {
  const stored = await prismaOf(transaction).providerCursor.findUnique({ where: { provider_stream: stream } });
  return Number(stored?.position ?? 0);
}

/** Records how far a stream was read. The position never goes back, even with several readers at once. */
export async function advanceStream(transaction: Transaction, { provider, stream }: Stream, position: number): Promise<void> {
  await prismaOf(transaction).$executeRaw`
    INSERT INTO provider_cursor (provider, stream, position) VALUES (${provider}, ${stream}, ${String(position)})
    ON CONFLICT (provider, stream) DO UPDATE SET position = greatest(provider_cursor.position::bigint, excluded.position::bigint)::text, updated_at = headway_now()`;
}

/** Returns the ids of the receivers whose draws and payouts made these transfers, by transfer. Leaves out all others. */
export async function ownersOfTransfers(transaction: Transaction, transferIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const draws = await prismaOf(transaction).draw.findMany({
    where: { transfer_id: { in: [...transferIds] } },
    select: { transfer_id: true, receiver_id: true },
  });
  const payouts = await prismaOf(transaction).creditPayout.findMany({
    where: { transfer_id: { in: [...transferIds] } },
    select: { transfer_id: true, receiver_id: true },
  });
  return new Map([...draws, ...payouts].flatMap(({ transfer_id, receiver_id }) => (transfer_id === null ? [] : [[transfer_id, receiver_id] as const])));
}

/** Stores transfer events of several receivers, each once. */
export async function addTransferEvents(transaction: Transaction, events: Prisma.BankTransferEventCreateManyInput[]): Promise<void> {
  await prismaOf(transaction).bankTransferEvent.createMany({ data: events, skipDuplicates: true });
}
