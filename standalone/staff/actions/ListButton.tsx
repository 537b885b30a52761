import { Button, type ButtonProps } from '@bigcommerce/big-design';
import { ArrowDropDownIcon } from '@bigcommerce/big-design-icons';
import { forwardRef, useLayoutEffect } from 'react';

interface ListButtonProps extends ButtonProps {
  listId: string;
  children: string;
}

/**
 * A button that opens a `Dropdown`, which passes it the props for that. BigDesign gives the list the role `menu` and its entries
 * the role `option`, which a menu may not contain. So this gives the list the role `listbox` and the button, which keeps focus
 * while the list is open, the role `combobox`.
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
