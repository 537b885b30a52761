import { Text } from '@shopify/polaris';
import { type DraftState, draftWords } from '../../../server/domain/forms/draftSaver.ts';

/** Whether what was typed so far would be there again on another device. */
export function DraftNote({ state }: { state: DraftState }) {
  return (
    <div role="status">
      <Text as="span" tone={state === 'failed' ? 'critical' : 'subdued'}>
        {draftWords[state]}
      </Text>
    </div>
  );
}
