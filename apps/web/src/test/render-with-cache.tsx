import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createQueryClient } from '../api/query-client.ts';

/** Draws a part of the page over an empty cache, which it answers. */
export function renderWithCache(part: ReactNode) {
  const queryClient = createQueryClient();
  render(<QueryClientProvider client={queryClient}>{part}</QueryClientProvider>);
  return queryClient;
}
