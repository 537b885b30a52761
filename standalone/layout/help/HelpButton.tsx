import { Button } from '@bigcommerce/big-design';
import type { useHelp } from './useHelp.tsx';

/** The button that opens the help; none for those who answer and do not ask. */
export function HelpButton({ open }: Pick<ReturnType<typeof useHelp>, 'open'>) {
  return (
    open && (
      <Button variant="subtle" onClick={open}>
        Help
      </Button>
    )
  );
}
