import { dayMs, hourMs, later, startOfDay } from '../core/measures.ts';
import { type Random, seededRandom } from '../sales/random.ts';
import { type StoreProfile, storeCharacters } from '../sales/stores.ts';

/** An invoice of a business that sells to shops on account. The same seed gives the same invoices. Amounts are whole cents. */
export interface Invoice {
  id: string;
  number: string;
  customerId: string;
  customerName: string;
  issuedAt: Date;
  dueAt: Date;
  lines: { id: string; description: string; quantity: number; unitCents: number; totalCents: number }[];
  taxCents: number;
  totalCents: number;
  /** In the order of their dates; the last ones may lie in the future. */
  payments: { id: string; at: Date; amountCents: number }[];
}

interface Book {
  seed: string;
  profile: StoreProfile;
  openedOn: Date;
}

const customers = ['Corner Goods', 'Northside Market', 'The Paper Lantern', 'Harbor Street Supply', 'Wren & Co', 'Summit General Store'] as const;
const termsDays = 30;

/** Draws the payments: most customers pay around the due date, some in two parts, some not at all yet. */
function drawPayments(random: Random, totalCents: number, dueAt: Date): Invoice['payments'] {
  if (random.chance(0.06)) return [];
  const paidAt = later(dueAt, (random.logNormal(12, 0.8) - 14) * dayMs);
  if (random.chance(0.8)) return [{ id: random.uuid(), at: paidAt, amountCents: totalCents }];
  const part = Math.round(totalCents / 2);
  return [
    { id: random.uuid(), at: paidAt, amountCents: part },
    { id: random.uuid(), at: later(paidAt, random.whole(7, 40) * dayMs), amountCents: totalCents - part },
  ];
}

function drawInvoice(random: Random, { profile }: Book, issuedAt: Date): Omit<Invoice, 'number'> {
  const { products, medianPriceCents } = storeCharacters[profile];
  const lines = Array.from({ length: random.whole(1, 4) }, () => {
    const quantity = random.whole(6, 48);
    // The wholesale price is about half of the shop price.
    const unitCents = Math.max(100, Math.round(random.logNormal(medianPriceCents * 0.5, 0.3)));
    return { id: random.uuid(), description: random.pick(products), quantity, unitCents, totalCents: quantity * unitCents };
  });
  const totalCents = lines.reduce((total, line) => total + line.totalCents, 0);
  const customerName = random.pick(customers);
  const dueAt = later(issuedAt, termsDays * dayMs);
  return {
    id: random.uuid(),
    customerId: seededRandom(`customer:${customerName}`).uuid(),
    customerName,
    issuedAt,
    dueAt,
    lines,
    taxCents: 0,
    totalCents,
    payments: drawPayments(random, totalCents, dueAt).map((payment) => ({ ...payment, at: payment.at < issuedAt ? later(issuedAt, dayMs) : payment.at })),
  };
}

/** Returns all invoices from the first day up to an instant, oldest first, without later payments. */
export function invoicesUntil(book: Book, until: Date): Invoice[] {
  const invoices: Invoice[] = [];
  for (let day = startOfDay(book.openedOn); day <= until; day = later(day, dayMs)) {
    const random = seededRandom(`${book.seed}:invoices:${day.toISOString().slice(0, 10)}`);
    for (let count = random.poisson(0.6); count > 0; count -= 1) {
      const invoice = drawInvoice(random, book, later(day, random.whole(13, 22) * hourMs));
      if (invoice.issuedAt <= until) {
        invoices.push({ ...invoice, number: `INV-${1001 + invoices.length}`, payments: invoice.payments.filter((payment) => payment.at <= until) });
      }
    }
  }
  return invoices;
}
