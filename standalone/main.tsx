import './nonce.ts';
import './brand/fonts.css';
import React from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { pageDescription } from './page.ts';

const root = document.getElementById('root');
if (!root) throw new Error('the page has no place to render into');
createRoot(root).render(
  <React.StrictMode>
    <App program={pageDescription(document).program} />
  </React.StrictMode>,
);
