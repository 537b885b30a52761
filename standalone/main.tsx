// Imported first, because it takes the handed-in session out of the address bar before any other code runs.
import { handIn } from './session/takeHandIn.ts';
import './nonce.ts';
import './brand/fonts.css';
import './brand/headings.css';
import React, { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { createProductAnalytics } from './analytics/productAnalytics.ts';
import { createSessionRecording } from './analytics/sessionRecording.ts';
import { pageDescription } from './page.ts';
import { canonicalSite } from './session/canonicalSite.ts';
import { createHandedInSession } from './session/handedInSession.ts';
import { createHostedClient } from './session/hostedClient.ts';
import { mayBeSignedIn } from './session/signInMemory.ts';

const root = findRoot();

const { program, settings } = pageDescription(document);
const redirect = handIn === null ? canonicalSite(program, window.location) : null;
if (redirect === null) show();
else window.location.replace(redirect);

function show() {
  const hosted = createHostedClient(program.auth_url, { mayBeSignedIn: mayBeSignedIn({ isHandedIn: handIn !== null }) });
  // Opened here and not by a component, which may mount twice: a hand-in can be exchanged only once.
  const handedIn = handIn && createHandedInSession(handIn);
  handedIn?.open();
  const analytics = { product: createProductAnalytics(settings.analytics_key), recording: createSessionRecording(settings.recorder_script_url) };
  const app = (
    <React.StrictMode>
      <App program={program} hosted={hosted} handedIn={handedIn} analytics={analytics} />
    </React.StrictMode>
  );
  // As a transition, React renders it in short pieces, between which the browser may react.
  startTransition(() => createRoot(root).render(app));
}

function findRoot(): HTMLElement {
  const element = document.getElementById('root');
  if (!element) throw new Error('the page has no #root element to render into');
  return element;
}
