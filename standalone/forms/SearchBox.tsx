import { Input } from '@bigcommerce/big-design';
import { SearchIcon } from '@bigcommerce/big-design-icons';
import { useEffect, useRef, useState } from 'react';
import styled from 'styled-components';

const Box = styled.div.attrs({ role: 'search' })`
  max-width: 20rem;
  width: 100%;
`;

const debounceMs = 250;

interface SearchBoxProps {
  /** The accessible name: `Search transactions`. */
  label: string;
  searched: string;
  onSearch: (typed: string) => void;
}

/** The search box. It searches when typing pauses; the `/` key focuses it from anywhere on the page. */
export function SearchBox({ label, searched, onSearch }: SearchBoxProps) {
  const [typed, setTyped] = useState(searched);
  const field = useRef<HTMLInputElement>(null);
  const pending = useRef<ReturnType<typeof setTimeout>>();

  // The address changed the search: the back button, or another tab.
  useEffect(() => {
    clearTimeout(pending.current);
    setTyped(searched);
  }, [searched]);

  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea, select, [contenteditable], dialog *');
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      field.current?.focus();
    };
    document.addEventListener('keydown', focus);
    return () => {
      document.removeEventListener('keydown', focus);
      clearTimeout(pending.current);
    };
  }, []);

  function type(text: string) {
    setTyped(text);
    clearTimeout(pending.current);
    pending.current = setTimeout(() => onSearch(text), debounceMs);
  }

  return (
    <Box>
      <Input
        ref={field}
        type="search"
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder="Search"
        autoComplete="off"
        maxLength={200}
        iconLeft={<SearchIcon color="secondary60" />}
        value={typed}
        onChange={({ target }) => type(target.value)}
      />
    </Box>
  );
}
