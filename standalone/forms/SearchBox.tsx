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

/**
 * The search box. It searches when typing pauses. The `/` key focuses it from the section that it searches, and from nowhere else: a
 * person who speaks to a browser says such characters without meaning a key (2.1.4 of WCAG).
 */
export function SearchBox({ label, searched, onSearch }: SearchBoxProps) {
  const [typed, setTyped] = useState(searched);
  const field = useRef<HTMLInputElement>(null);
  const pending = useRef<ReturnType<typeof setTimeout>>();
  // The table may be sorted or filtered between the typing and the search, which then has to keep that.
  const search = useRef(onSearch);
  useEffect(() => {
    search.current = onSearch;
  }, [onSearch]);

  // The address changed the search: the back button, or another tab.
  useEffect(() => {
    clearTimeout(pending.current);
    setTyped(searched);
  }, [searched]);

  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof HTMLElement)) return;
      const isTyping = event.target.matches('input, textarea, select, [contenteditable]');
      if (isTyping || !field.current?.closest('section')?.contains(event.target)) return;
      event.preventDefault();
      field.current.focus();
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
    pending.current = setTimeout(() => search.current(text), debounceMs);
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
