import { RemixBrowser } from '@remix-run/react';
import { StrictMode, startTransition, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { blockEvents } from './blockEvents.ts';

const release = blockEvents();

/** The app. Its first effect, which runs once React has hydrated the page, releases the events held back until then. */
function App() {
  useEffect(release, []);
  return <RemixBrowser />;
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <App />
    </StrictMode>,
  );
});
