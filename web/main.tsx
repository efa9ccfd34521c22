// The console starts here: theme, words, the memory of what was read, and the way in.
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './theme.css';
import { MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ApiProblem } from './api/problem.ts';
import { Gate } from './shell/gate.tsx';
import { cssVariables, theme } from './theme.ts';
import { LanguageProvider } from './words/language.tsx';

const nonce = document.querySelector<HTMLMetaElement>('meta[name="haldur-nonce"]')?.content ?? '';
Object.assign(globalThis, { __webpack_nonce__: nonce }); // Where the library that keeps a page from scrolling under a dialog looks for it.

/** What the service has refused it will refuse again; what did not reach it is worth another try. */
const isWorthRetrying = (failures: number, error: unknown) =>
  failures < 2 && !(error instanceof ApiProblem && error.status > 0 && error.status < 500);

const client = new QueryClient({ defaultOptions: { queries: { retry: isWorthRetrying, staleTime: 15_000 } } });

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no place for the console.');
createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={client}>
        <LanguageProvider>
          <Notifications position="bottom-right" />
          <ModalsProvider>
            <Gate />
          </ModalsProvider>
        </LanguageProvider>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
