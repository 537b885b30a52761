import { RemixBrowser } from '@remix-run/react';
import { StrictMode, startTransition, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { holdBackEvents } from './holdBackEvents.ts';

const release = holdBackEvents();

/** The app, and the moment from which it hears what is pressed. */
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
