import { useRevalidator } from '@remix-run/react';
import { Banner } from '@shopify/polaris';
import { type UnreadSubject, unreadTexts, unreadWords } from '../../server/domain/home/unreadWords.ts';

/** Says which parts of a page could not be read, with a button that reads the page again. Shows nothing while all are there. */
export function Unread({ subjects }: { subjects: readonly UnreadSubject[] }) {
  const { revalidate, state } = useRevalidator();
  if (subjects.length === 0) return null;
  return (
    <Banner tone="warning" title={unreadTexts.title} action={{ content: unreadTexts.again, onAction: revalidate, loading: state !== 'idle' }}>
      <p>{unreadWords(subjects)}</p>
    </Banner>
  );
}
