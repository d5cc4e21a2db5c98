import './zod-without-eval.ts';
import '../ui/tokens.css';
import '../ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { takeKioskKey } from '../api/kiosk-key.ts';
import { createQueryClient } from '../api/query-client.ts';
import { blinkStopped } from '../lamps/blink.ts';
import { followSession } from '../live/follow-session.ts';
import { readAhead } from '../live/read-ahead.ts';
import { BASE_PATH } from '../platform/base-path.ts';
import { App } from './app.tsx';
import { darkTheme } from './theme.ts';

darkTheme.followStored();
blinkStopped.followStored();
takeKioskKey();

const queryClient = createQueryClient();
followSession(queryClient);
readAhead(queryClient);

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <BrowserRouter basename={BASE_PATH || '/'}>
      <App queryClient={queryClient} />
    </BrowserRouter>
  </StrictMode>,
);
