import './zod-without-eval.ts';
import '../ui/tokens.css';
import '../ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { takeKioskKey } from '../api/kiosk-key.ts';
import { createQueryClient } from '../api/query-client.ts';
import { blinkStopped } from '../lamps/blink.ts';
import { followSession } from '../live/follow-session.ts';
import { readAhead } from '../live/read-ahead.ts';
import { BASE_PATH } from '../platform/base-path.ts';
import { App } from './app.tsx';
import { createRoutes } from './routes.tsx';
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
    <App
      queryClient={queryClient}
      router={createBrowserRouter(createRoutes(), { basename: BASE_PATH || '/' })}
    />
  </StrictMode>,
);
