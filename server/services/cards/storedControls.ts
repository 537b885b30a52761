import { z } from 'zod';
import { cardControlsSchema } from '../../contract/cards.ts';
import type { CardRaise, JsonObject } from '../../db/rows.ts';
import { storedJson } from '../../db/storedJson.ts';
import { cents } from '../../domain/basics/money.ts';
import type { CardControls, ControlKind } from '../../domain/card/controls/controls.ts';
import type { StoredRaise } from '../../domain/card/controls/raises.ts';

/** The controls of a card as they are stored. */
export const controlsJson = storedJson<CardControls>('the controls of a card', [cardControlsSchema.extend({ version: z.literal(1) }).transform(({ version: _, ...controls }) => controls)]);

/** Returns controls as the database stores them. */
export const storableControls = (controls: CardControls): JsonObject => ({ ...controls, version: controlsJson.version }) as unknown as JsonObject;

/** Returns a stored raise as the rules take it. */
export const raiseOf = ({ control, amount_cents, subject, ends_at, ended_at }: CardRaise): StoredRaise => ({
  // The column takes these words only.
  control: control as ControlKind,
  amount_cents: amount_cents === null ? null : cents(Number(amount_cents)),
  subject,
  ends_at,
  ended_at,
});

/** Returns controls as an answer takes them. */
export function wireControls({ categories, merchants, countries, hours, ...limits }: CardControls): z.output<typeof cardControlsSchema> {
  return {
    ...limits,
    categories: categories && { ...categories, groups: [...categories.groups] },
    merchants: merchants && { ...merchants, names: [...merchants.names] },
    countries: countries && { ...countries, codes: [...countries.codes] },
    hours: hours && { ...hours, days: hours.days && [...hours.days] },
  };
}
