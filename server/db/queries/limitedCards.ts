import type { Cents } from '../../domain/basics/money.ts';
import type { MovedInWindows } from '../../domain/card/controls/issuerFallback.ts';
import type { StoredLimitRaise } from '../../domain/card/controls/limitRaises.ts';
import type { PeriodStarts } from '../../domain/card/controls/periods.ts';
import { storedCents } from '../cents.ts';
import { prismaOf, type Transaction } from '../client.ts';

/** A card in use with controls. */
export interface ControlledCard {
  receiver_id: string;
  card_token: string;
  /** The controls as they are stored. */
  stored: unknown;
  /** Its raises that have not ended. */
  limitRaises: readonly StoredLimitRaise[];
  moved: MovedInWindows;
}

type Period = keyof MovedInWindows;

interface CardRow {
  receiver_id: string;
  card_token: string;
  stored: unknown;
  limitRaises: (Pick<StoredLimitRaise, 'control' | 'amount_cents' | 'subject'> & { ends_at: string })[];
  moved: Record<Period, { bought: number; returned: number }>;
}

/** The cards of a page. */
export const cardsAtOnce = 500;

const inCents = (sum: number): Cents => storedCents(BigInt(sum));
const movedIn = ({ bought, returned }: CardRow['moved'][Period]) => ({ bought_cents: inCents(bought), returned_cents: inCents(returned) });

/**
 * Returns the next cards with controls that are neither closed nor lost, of all receivers, after one and in their order, with what
 * they bought and got back in some periods. Counts the UTC day in which a period began as a whole.
 */
export async function controlledCards(
  transaction: Transaction,
  { after, starts, now }: { after: Pick<ControlledCard, 'receiver_id' | 'card_token'>; starts: PeriodStarts; now: Date },
): Promise<ControlledCard[]> {
  const rows = await prismaOf(transaction).$queryRaw<CardRow[]>`
    SELECT card.receiver_id, card.token AS card_token, controls AS stored,
      coalesce((
        SELECT json_agg(json_build_object('control', control, 'amount_cents', amount_cents, 'subject', subject, 'ends_at', ends_at))
        FROM card_raise WHERE receiver_id = card.receiver_id AND card_token = card.token AND ends_at > ${now} AND ended_at IS NULL), '[]'::json) AS "limitRaises",
      (SELECT json_object_agg(period.key, (
          SELECT json_build_object('bought', coalesce(sum(bought_cents), 0), 'returned', coalesce(sum(returned_cents), 0))
          FROM card_day WHERE receiver_id = card.receiver_id AND card_token = card.token
            AND made_on >= (period.value::timestamptz AT TIME ZONE 'UTC')::date))
        FROM jsonb_each_text(${JSON.stringify(starts)}::jsonb) period) AS moved
    FROM card_control control JOIN card ON card.receiver_id = control.receiver_id AND card.token = control.card_token
    WHERE (control.receiver_id, control.card_token) > (${after.receiver_id}::uuid, ${after.card_token}) AND state <> 'CLOSED' AND lost_at IS NULL
    ORDER BY control.receiver_id, control.card_token LIMIT ${cardsAtOnce}`;
  return rows.map(({ limitRaises, moved, ...card }) => ({
    ...card,
    limitRaises: limitRaises.map((raise) => ({ ...raise, ends_at: new Date(raise.ends_at), ended_at: null })),
    moved: { day: movedIn(moved.day), week: movedIn(moved.week), month: movedIn(moved.month), year: movedIn(moved.year) },
  }));
}
