import type { ReceiverAnswer } from '../server/contract/receiver.ts';
import type { ChecklistKey } from '../server/domain/onboarding.ts';

/** The stages of the setup guide and what each takes. The shop's own sales come by themselves and are no stage. */
const stages: readonly (readonly [title: string, keys: readonly ChecklistKey[]])[] = [
  ['Agreements', ['privacy_policy', 'terms_and_conditions', 'card_holders_agreement']],
  ['Your business', ['kyb_submitted']],
  ['Your bank', ['bank_linked', 'bank_link_healthy', 'bank_verified']],
  ['Your card', ['card_requested', 'physical_card_settled']],
  ['Approval', ['kyb_accepted_and_card_ready']],
];

export interface GuideStage {
  title: string;
  isComplete: boolean;
}

/** How far a merchant has come, stage by stage. */
export function guideStages(completion: ReceiverAnswer['completion']): GuideStage[] {
  const isComplete = (key: ChecklistKey) => completion.some((entry) => entry.key === key && entry.isComplete);
  return stages.map(([title, keys]) => ({ title, isComplete: keys.every(isComplete) }));
}
