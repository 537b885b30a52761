import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Texts } from './compiler.ts';
import { root } from './seeds.ts';

interface Planted {
  choice: string;
  /** The places to plant it: the first text is replaced by the second. */
  in: readonly { file: string; replace: string; by: string }[];
  /** The name that the compiler's message contains, unless the message is about a switch without an answer. */
  name: RegExp;
  /** The files that must handle it, and do not compile until they do. */
  knownTo: readonly string[];
}

const planted: readonly Planted[] = [
  {
    choice: 'an onboarding step',
    in: [
      {
        file: 'server/domain/onboarding/onboarding.ts',
        replace: "  { step: 'KYB_ACCEPT',",
        by: "  { step: 'TAX_FORM', key: 'tax_form_signed', isMet: () => true },\n  { step: 'KYB_ACCEPT',",
      },
    ],
    name: /tax_form_signed/,
    knownTo: [
      'server/domain/onboarding/milestones.ts',
      'server/services/onboarding/requireStep.ts',
      'standalone/onboarding/steps/Step.tsx',
      'standalone/staff/debug/conditions.ts',
      'app/onboarding/Step.tsx',
    ],
  },
  {
    choice: 'a format for accounting software',
    in: [{ file: 'server/domain/reports/accountingFormats.ts', replace: "'xero', 'ofx'] as const", by: "'xero', 'ofx', 'sage'] as const" }],
    name: /sage/,
    knownTo: ['server/domain/reports/accountingFormats.ts', 'server/services/reports/accountingFiles.ts', 'server/domain/reports/accountingWords.ts'],
  },
  {
    choice: 'an admin action',
    in: [
      {
        file: 'server/domain/staff/adminActions.ts',
        replace: "  reset_card: { label: 'Reset Card',",
        by: "  reset_phone: { label: 'Reset Phone', effect: clears('phone_number'), isFinal: false },\n  reset_card: { label: 'Reset Card',",
      },
    ],
    name: /reset_phone/,
    // The first of these decides whether a caller may act; the rules of access answer for the actions they know.
    knownTo: ['server/domain/staff/adminActions.ts', 'server/domain/staff/staffChanges.ts', 'standalone/staff/actions/consequences.ts'],
  },
  {
    choice: 'a program',
    in: [
      { file: 'server/domain/basics/programKeys.ts', replace: "'meridian-new'] as const", by: "'meridian-new', 'orchard'] as const" },
      { file: 'server/settings.ts', replace: "'MERIDIAN'] as const", by: "'MERIDIAN', 'ORCHARD'] as const" },
    ],
    name: /orchard/i,
    knownTo: ['server/programs/all.ts'],
  },
  {
    choice: 'a subject of webhooks',
    in: [
      {
        file: 'server/services/webhooks/webhookEvent.ts',
        replace: "  z.object({ about: z.literal('other') }),",
        by: "  z.object({ about: z.literal('dispute'), token: z.string() }),\n  z.object({ about: z.literal('other') }),",
      },
      {
        file: 'server/providers/ports/cardIssuer.ts',
        replace: "  | { about: 'other' }\n",
        by: "  | { about: 'dispute'; token: string }\n  | { about: 'other' }\n",
      },
    ],
    name: /dispute/,
    knownTo: ['server/services/webhooks/handlers.ts', 'server/services/webhooks/webhookEvent.ts'],
  },
];

/** The files that have to know, with the name of what is planted. */
export const placesOfChoices = planted.flatMap(({ choice, name, knownTo }) => knownTo.map((file) => ({ choice, name, file })));

/** Matches the message about a switch, or another path through a function, that ends without an answer. */
export const unanswered = /Not all code paths return a value|lacks ending return statement/;

/** Returns the texts of the files at which a choice is planted. Throws when there is no place to plant it at. */
export function plantedChoices(): Texts {
  const texts = new Map<string, string>();
  for (const { file, replace, by } of planted.flatMap((each) => each.in)) {
    const text = texts.get(file) ?? readFileSync(join(root, file), 'utf8');
    if (!text.includes(replace)) throw new Error(`there is no place to plant at: ${replace}`);
    texts.set(
      file,
      text.replace(replace, () => by),
    );
  }
  return texts;
}
