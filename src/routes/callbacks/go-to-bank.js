// The payer has chosen the bank already, so this page is only passed. Whoever comes back from the bank stays here.
if (location.hash === '#bank') {
  history.replaceState(null, '', location.pathname);
  document.forms[0].submit();
}
