import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './style/theme.css';
import { App } from './app.tsx';
import { applyTheme } from './settings/settings.ts';

applyTheme();
const root = document.getElementById('root');
if (root === null) throw new Error('the page has no root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
