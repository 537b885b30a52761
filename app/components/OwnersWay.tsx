import { Button, Text } from '@shopify/polaris';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import type { Way } from '../../server/domain/basics/way.ts';
import { ownerNote } from '../ownerNote.ts';

/** The reader of a page and their abilities. */
export type Reader = Pick<ReceiverAnswer, 'abilities' | 'owner_needed' | 'role'>;

interface OwnersWayProps {
  /** Its path without the app's own part. */
  way: Way;
  receiver: Reader;
}

/** Leads the owner to where they mend something, which nobody else has in Settings; others read whom to ask. */
export function OwnersWay({ way: { label, path }, receiver }: OwnersWayProps) {
  if (receiver.abilities.includes('link_bank')) return <Button url={`/shopify${path}`}>{label}</Button>;
  return (
    <Text as="p" tone="subdued">
      {ownerNote(receiver)}
    </Text>
  );
}

export const bankSettings: Way = { label: 'Bank settings', path: '/settings#bank' };
