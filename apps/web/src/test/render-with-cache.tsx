import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { createQueryClient } from '../api/query-client.ts';

/** Draws a part of the page over a new cache of its own, which is answered for the test to act on. */
export function renderWithCache(element: ReactElement) {
  const queryClient = createQueryClient();
  render(<QueryClientProvider client={queryClient}>{element}</QueryClientProvider>);
  return queryClient;
}
