import '../ui/tokens.css';
import '../ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Catalogue } from './catalogue.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('ui.html has no #root');
createRoot(root).render(
  <StrictMode>
    <Catalogue />
  </StrictMode>,
);
