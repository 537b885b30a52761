// Imported first, because it takes the handed-in session out of the address bar before any other code runs.
import { handIn } from './session/takeHandIn.ts';
import './nonce.ts';
import './brand/fonts.css';
import React from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { createProductAnalytics } from './analytics/productAnalytics.ts';
import { createSessionRecording } from './analytics/sessionRecording.ts';
import { pageDescription } from './page.ts';
import { canonicalSite } from './session/canonicalSite.ts';
import { createHandedInSession } from './session/handedInSession.ts';
import { createHostedClient } from './session/hostedClient.ts';

const root = findRoot();

const { program, settings } = pageDescription(document);
const redirect = handIn === null ? canonicalSite(program, window.location) : null;
if (redirect === null) show();
else window.location.replace(redirect);

function show() {
  const hosted = createHostedClient(program.auth_url);
  // Opened here and not by a component, which may mount twice: a hand-in can be exchanged only once.
  const handedIn = handIn && createHandedInSession(handIn);
  handedIn?.open();
  const analytics = { product: createProductAnalytics(settings.analytics_key), recording: createSessionRecording(settings.session_recording_id) };
  createRoot(root).render(
    <React.StrictMode>
      <App program={program} hosted={hosted} handedIn={handedIn} analytics={analytics} />
    </React.StrictMode>,
  );
}

function findRoot(): HTMLElement {
  const element = document.getElementById('root');
  if (!element) throw new Error('the page has no #root element to render into');
  return element;
}
