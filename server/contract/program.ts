import { z } from 'zod';
import { programKeys } from '../domain/basics/programKeys.ts';
import { defineRoute } from './define.ts';

const paletteSchema = z.object({ primary: z.string(), accent: z.string(), canvas: z.string(), surface: z.string(), ink: z.string() });

/** The public part of a program, which anybody may read before signing in. */
const programSchema = z.object({
  key: z.enum(programKeys),
  name: z.string(),
  label: z.string(),
  brand: z.string(),
  onboarding_path: z.string(),
  auth_url: z.string(),
  site_url: z.string(),
  hosts: z.array(z.string()).readonly(),
  /** The IANA time zone whose days decide what is late. */
  time_zone: z.string(),
  support_email: z.string(),
  corner_radius_px: z.number(),
  colors: z.object({ light: paletteSchema, dark: paletteSchema, frame: paletteSchema }),
  logo: z.object({ light: z.string(), dark: z.string(), favicon: z.string() }),
  typeface: z.object({ family: z.string(), generic: z.enum(['serif', 'sans-serif']), has_tabular_figures: z.boolean() }),
  card: z.object({ art: z.string(), ink: z.string(), logo: z.enum(['light', 'dark']) }),
  home: z.object({
    hero: z.enum(['available', 'card', 'due', 'power', 'greeting']),
    order: z.array(z.enum(['due', 'transactions'])).readonly(),
  }),
  door: z.enum(['beside', 'across', 'alone', 'below', 'around']),
  voice: z.object({
    promise: z.string(),
    greeting: z.string().nullable(),
    congratulation: z.string(),
    empty: z.object({ card: z.string(), repayments: z.string(), receivables: z.string() }),
  }),
});

/** The addresses and public keys of third parties that the browser calls itself. Null switches a third party off. */
const pageSettingsSchema = z.object({
  card_frame_url: z.string(),
  bank_link_script_url: z.string(),
  store_link_url: z.string(),
  store_link_public_key: z.string(),
  analytics_key: z.string().nullable(),
  recorder_script_url: z.string().nullable(),
  /** The wallets that cards can be handed to: their own script, and the id by which they know us. */
  wallets: z.object({
    /** `origin` is that of Apple's window. */
    apple_pay: z.object({ script_url: z.string(), partner_id: z.string(), origin: z.string() }).nullable(),
    google_pay: z.object({ script_url: z.string(), integrator_id: z.string() }).nullable(),
  }),
});

export const pageSchema = z.object({
  program: programSchema,
  settings: pageSettingsSchema,
  /** The present instant by the server's clock. */
  now: z.iso.datetime(),
});
export type PageDescription = z.infer<typeof pageSchema>;

export const getProgram = defineRoute({
  method: 'GET',
  path: '/api/program',
  summary: 'The program of this host, and the public addresses that its pages use',
  who: 'anyone',
  out: pageSchema,
});
