// Pages of the console that a sign-in leads to: a path of this site, whoever names it.

const site = 'https://console.invalid';
/** Below /console, and no page of the console: its API, the way back from a provider, and pages of e-mailed links. */
const page =
  /^\/console(?:\/(?!(?:api|provider)\/|(?:start|magic-link|invitation|confirm-address|undo-account)\/?$).*)?$/;

/**
 * Reports whether a text is the path of a page of the console, with what follows it, as a browser reads it: no other
 * site, and nothing that `..` leads to.
 */
export function isConsolePage(text: string): boolean {
  const url = /^\/[!-~]+$/.test(text) ? URL.parse(text, site) : null;
  return url?.origin === site && page.test(url.pathname);
}
