// The console's entry point: theme, words, query cache, and sign-in.
import './theme.css';
import './print.css';
import '@mantine/core/styles/baseline.css';
import '@mantine/core/styles/default-css-variables.css';
import '@mantine/core/styles/global.css';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ApiProblem } from './api/problem.ts';
import { SessionGate } from './shell/session-gate.tsx';
import { loadTypeface } from './shell/typeface.ts';
import { cssVariables, theme } from './theme.ts';
import { LanguageProvider } from './words/language.tsx';

const nonce = document.querySelector<HTMLMetaElement>('meta[name="haldur-nonce"]')?.content ?? '';
// Where the library that keeps a page from scrolling under a dialog looks for it.
Object.assign(globalThis, { __webpack_nonce__: nonce });

/** A rejected request will be rejected again; one that did not reach the service is retried. */
const isWorthRetrying = (failures: number, error: unknown) => {
  if (!(error instanceof ApiProblem)) return failures < 2;
  return failures < 2 && (error.code === 'unreachable' || error.status >= 500);
};

/** Without a connection requests fail at once: nothing waits silently to be done later. */
const networkMode = 'always';

const client = new QueryClient({
  defaultOptions: {
    queries: { networkMode, refetchOnReconnect: true, retry: isWorthRetrying, staleTime: 15_000 },
    mutations: { networkMode },
  },
});

loadTypeface();
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
          <SessionGate />
        </LanguageProvider>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
