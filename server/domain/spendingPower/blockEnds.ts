import { weAnswer } from '../help/supportAnswer.ts';
import { type Block, blockLabels } from './blocks.ts';
import type { LeverPlace } from './levers.ts';

interface BlockEnd {
  /** How long it lasts, and who ends it: the rest of a sentence. */
  readonly until: string;
  /** Where the merchant ends it, or writes to our team. */
  readonly place: LeverPlace;
}

/** How each block of an account ends, for the merchant. */
export const blockEnds: Readonly<Record<Block, BlockEnd>> = {
  locked: { until: `until our team unlocks it. That does not happen by itself: write to us and ask what it needs. ${weAnswer}`, place: 'contact' },
  fraud: { until: `until our team has decided. Write to us and ask for when. ${weAnswer}`, place: 'contact' },
  black_listed: { until: `until our team lifts that. It does not happen by itself: write to us and ask. ${weAnswer}`, place: 'contact' },
  unpaid_draw: { until: 'until it is paid.', place: 'payments' },
  debits_stopped: { until: 'until you authorize them again.', place: 'bank' },
  shared_identity: { until: `until our team has checked it. Write to us and ask for when. ${weAnswer}`, place: 'contact' },
  business_refused: { until: `until the card issuer accepts it again. Our team can tell you what it needs: write to us. ${weAnswer}`, place: 'contact' },
  closing: { until: 'for good: an account that is closed is not opened again.', place: 'contact' },
};

/** The blocks about which home has words of its own. */
const toldElsewhere: ReadonlySet<Block> = new Set(['debits_stopped', 'closing']);

export interface Held {
  readonly block: Block;
  readonly title: string;
  /** A sentence: what it stops, how long, and who ends it. */
  readonly text: string;
  readonly place: LeverPlace;
}

const heldBy = (block: Block, stopped: string): Held => {
  const { until, place } = blockEnds[block];
  return { block, title: blockLabels([block]), text: `${stopped} ${until}`, place };
};

/** Returns what holds an account, in words for home. */
export function heldWords(blocks: readonly Block[]): readonly Held[] {
  return blocks.filter((block) => !toldElsewhere.has(block)).map((block) => heldBy(block, 'Nothing can be spent'));
}

/** The cards of an account that is closing are closed whatever else holds it, a moment after it or once the issuer answers again. */
const cardsClosed: Held = {
  block: 'closing',
  title: 'No card can pay any more',
  text: 'Every card closes for good with your account. What you owe is still drawn on its due dates.',
  place: blockEnds.closing.place,
};

/** Returns why the cards of a held account stay paused, in words for their pages; of one that is closing, that they are closed. */
export function pausedCardsWords(blocks: readonly Block[]): readonly Held[] {
  if (blocks.includes('closing')) return [cardsClosed];
  return blocks.map((block) => heldBy(block, 'Every card stays paused'));
}
