// First of all: what was handed in leaves the address bar before anything else runs.
import { handIn } from './session/takeHandIn.ts';
import './nonce.ts';
import './brand/fonts.css';
import React from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { createProductAnalytics } from './analytics/productAnalytics.ts';
import { createSessionRecording } from './analytics/sessionRecording.ts';
import { pageDescription } from './page.ts';
import { createHandedInSession } from './session/handedInSession.ts';
import { createHostedClient } from './session/hostedClient.ts';
import { properSite } from './session/properSite.ts';

const place = findPlace();

const { program, settings } = pageDescription(document);
const elsewhere = handIn === null ? properSite(program, window.location) : null;
if (elsewhere === null) show();
else window.location.replace(elsewhere);

function show() {
  const hosted = createHostedClient(program.auth_url);
  // Opened here and not by a component, which may be mounted twice: a hand-in is good for one exchange.
  const handedIn = handIn && createHandedInSession(handIn);
  handedIn?.open();
  const analytics = { product: createProductAnalytics(settings.analytics_key), recording: createSessionRecording(settings.session_recording_id) };
  createRoot(place).render(
    <React.StrictMode>
      <App program={program} hosted={hosted} handedIn={handedIn} analytics={analytics} />
    </React.StrictMode>,
  );
}

function findPlace(): HTMLElement {
  const root = document.getElementById('root');
  if (!root) throw new Error('the page has no place to render into');
  return root;
}
