import { Button, type ButtonProps } from '@bigcommerce/big-design';
import { ArrowDropDownIcon } from '@bigcommerce/big-design-icons';
import { forwardRef, useLayoutEffect } from 'react';

/**
 * Opens a `Dropdown`, which gives it all that a button needs for that. BigDesign calls the list a menu and its entries
 * options, which no menu has: for those who hear the page it is made a list of options.
 */
export const ListButton = forwardRef<HTMLButtonElement, ButtonProps & { listId: string }>(function ListButton({ listId, ...given }, ref) {
  const isOpen = given['aria-expanded'];
  useLayoutEffect(() => {
    if (isOpen) document.getElementById(listId)?.setAttribute('role', 'listbox');
  }, [isOpen, listId]);
  return <Button variant="secondary" iconRight={<ArrowDropDownIcon />} {...given} ref={ref} aria-haspopup="listbox" />;
});
