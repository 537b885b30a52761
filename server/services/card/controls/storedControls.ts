import { z } from 'zod';
import { cardControlsSchema } from '../../../contract/cards.ts';
import { storedCents } from '../../../db/cents.ts';
import type { CardRaise, JsonObject } from '../../../db/rows.ts';
import { storedJson } from '../../../db/storedJson.ts';
import type { IsoDate } from '../../../domain/basics/dates.ts';
import { cents } from '../../../domain/basics/money.ts';
import { type CardControls, type ControlKind, limitKinds, listKinds } from '../../../domain/card/controls/controls.ts';
import type { ControlDetail } from '../../../domain/card/controls/firstFailingControl.ts';
import type { StoredLimitRaise } from '../../../domain/card/controls/limitRaises.ts';

/** The stored forms of a card's controls and of the control that declined a purchase. */

export const controlsJson = storedJson<CardControls>('the controls of a card', [z.object(cardControlsSchema.shape)]);

const amount = z.number().int().transform(cents);

export const controlDetailJson = storedJson<ControlDetail>('the control that declined a purchase', [
  z.discriminatedUnion('control', [
    z.object({ control: z.literal('ends_on'), ends_on: z.iso.date().transform((day) => day as IsoDate) }),
    z.object({ control: z.literal('hours'), from: z.number().int(), until: z.number().int(), days: z.array(z.number().int()).nullable() }),
    z.object({
      control: z.enum(listKinds),
      mode: z.enum(['allow', 'block']),
      listed: z.array(z.string()),
      more: z.number().int(),
      found: z.string(),
    }),
    z.object({ control: z.enum(limitKinds), limit_cents: amount, spent_cents: amount }),
  ]),
]);

/** Returns a row of `card_raise` in the words of the rules. */
export const storedLimitRaise = ({ control, amount_cents, subject, ends_at, ended_at }: CardRaise): StoredLimitRaise => ({
  // The column takes these words only.
  control: control as ControlKind,
  amount_cents: amount_cents === null ? null : storedCents(amount_cents),
  subject,
  ends_at,
  ended_at,
});

/** Returns controls as the database stores them. */
export const storableControls = (controls: CardControls): JsonObject => ({ ...wireControls(controls), version: controlsJson.version });

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
