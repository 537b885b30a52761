import { type LimitReader, limitWords } from './limitWords.ts';

/** The facts that can block an account: its spending power is then 0, and its cards are held. */
export interface BlockFacts {
  readonly is_locked: boolean;
  readonly is_fraud: boolean;
  readonly is_black_listed: boolean;
  /** A draw failed and its dues are still owed. */
  readonly has_unpaid_draw: boolean;
  /** The merchant or the bank has stopped the debits. */
  readonly are_debits_stopped: boolean;
  /** Its EIN or store backs another account, and staff have not allowed it. */
  readonly has_flagged_identity: boolean;
  /** The issuer refuses its business, which it had accepted. */
  readonly is_business_refused: boolean;
  /** The account is closing, or closed. */
  readonly is_closing: boolean;
}

/** The blocks that set spending power to 0. */
export const blockKinds = ['locked', 'fraud', 'black_listed', 'unpaid_draw', 'debits_stopped', 'shared_identity', 'business_refused', 'closing'] as const;
export type Block = (typeof blockKinds)[number];

/** Returns the present blocks of an account. */
export function blocksOf(receiver: BlockFacts): readonly Block[] {
  const blocks: [boolean, Block][] = [
    [receiver.is_locked, 'locked'],
    [receiver.is_fraud, 'fraud'],
    [receiver.is_black_listed, 'black_listed'],
    [receiver.has_unpaid_draw, 'unpaid_draw'],
    [receiver.are_debits_stopped, 'debits_stopped'],
    [receiver.has_flagged_identity, 'shared_identity'],
    [receiver.is_business_refused, 'business_refused'],
    [receiver.is_closing, 'closing'],
  ];
  return blocks.flatMap(([applies, block]) => (applies ? [block] : []));
}

/** Names the blocks in words. */
export function blockLabels(blocks: readonly Block[], reader: LimitReader = 'customer'): string {
  return blocks.map((block) => limitWords[reader].blocks[block]).join('; ');
}
