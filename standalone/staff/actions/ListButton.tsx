import { Button, type ButtonProps } from '@bigcommerce/big-design';
import { ArrowDropDownIcon } from '@bigcommerce/big-design-icons';
import { forwardRef, useLayoutEffect } from 'react';

interface ListButtonProps extends ButtonProps {
  listId: string;
  children: string;
}

/**
 * Opens a `Dropdown`, which gives it all that a button needs for that. BigDesign calls the list a menu and its entries
 * options, which no menu has: for those who hear the page it is made a list of options, and the button, which keeps the
 * focus while it is open, the box that such a list belongs to.
 */
export const ListButton = forwardRef<HTMLButtonElement, ListButtonProps>(function ListButton({ listId, children, ...given }, ref) {
  const isOpen = given['aria-expanded'] === true;
  useLayoutEffect(() => {
    if (isOpen) document.getElementById(listId)?.setAttribute('role', 'listbox');
  }, [isOpen, listId]);
  const open = isOpen ? { role: 'combobox', 'aria-label': children } : { 'aria-activedescendant': undefined };
  return (
    <Button variant="secondary" iconRight={<ArrowDropDownIcon />} {...given} {...open} ref={ref} aria-haspopup="listbox">
      {children}
    </Button>
  );
});
