import { Text } from '@shopify/polaris';
import { useId } from 'react';
import { useFocusOn } from '../../server/browser/useFocusOn.ts';

/** Says what a press has done that took its own button away, and takes the focus. Null while nothing was done. */
export function DoneNote({ children }: { children: string | null }) {
  const id = useId();
  useFocusOn(id, children, null);
  return (
    children !== null && (
      <div id={id} tabIndex={-1}>
        <Text as="p" breakWord>
          {children}
        </Text>
      </div>
    )
  );
}
