import { Text } from '@shopify/polaris';
import { type DraftState, draftWords } from '../../../server/domain/forms/draftSaver.ts';

/** Says whether the text typed so far is saved on the server. */
export function DraftNote({ state }: { state: DraftState }) {
  return (
    <div role="status">
      <Text as="span" tone={state === 'failed' ? 'critical' : 'subdued'}>
        {draftWords[state]}
      </Text>
    </div>
  );
}
