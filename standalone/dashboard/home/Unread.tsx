import { Button } from '@bigcommerce/big-design';
import { WarningIcon } from '@bigcommerce/big-design-icons';
import { type UnreadSubject, unreadTexts, unreadWords } from '../../../server/domain/home/unreadWords.ts';
import { Strip } from './Strip.tsx';

/** Stands in for a message of which it is not known whether there is one, with a button that asks again. */
export function Unread({ subject, onRetry }: { subject: UnreadSubject; onRetry: () => unknown }) {
  return (
    <Strip tone="warning" label={unreadTexts.title} icon={<WarningIcon color="warning50" />} title={unreadTexts.title} text={unreadWords([subject])}>
      <Button variant="secondary" onClick={() => void onRetry()}>
        {unreadTexts.again}
      </Button>
    </Strip>
  );
}
