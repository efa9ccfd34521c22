(() => {
  const { words, base, token, find, fill, say, ask, explain, begin, whenSent } = globalThis.page;
  const form = find('form');
  const invited = find('organization') !== null;

  /** Only the invited person can accept: a button for each provider that states personal codes, and no new password. */
  const offerProviders = ({ providers, hasAccount }) => {
    const [accept] = form.getElementsByTagName('button');
    accept.remove();
    find('by-code').hidden = false;
    if (!hasAccount) {
      find('password-field').hidden = true;
      find('password').required = false;
    }
    for (const { id, name } of providers) {
      const button = Object.assign(document.createElement('button'), { type: 'submit', value: id, title: name });
      button.textContent = fill(words.acceptWith, { provider: name });
      form.append(button);
    }
    if (providers.length === 0) {
      form.hidden = true;
      say(words.noProvider, true);
    }
  };

  const showInvitation = async () => {
    const shown = await ask('/invitations/show');
    find('organization').textContent = fill(words.invitedTo, { organization: shown.organization });
    if (shown.apartment !== null) find('place').textContent = fill(words.apartment, shown.apartment);
    find('email').value = shown.email;
    if (shown.name !== null) find('name').value = shown.name;
    if (shown.needsPersonalCode) offerProviders(shown);
    if (shown.hasAccount) {
      find('account').hidden = false;
      find('name-field').hidden = true;
      find('name').required = false;
      find('password-label').textContent = words.ownPassword;
      find('password').autocomplete = 'current-password';
      find('password').removeAttribute('minlength');
    }
  };

  /** To the page of the console that was wanted when the link was asked for; the service has checked it. */
  const goOn = () => location.replace(given.next ?? '/console/');

  /** The sign-in asks for it. Whoever is signed in here is signed out, as by any other sign-in. */
  const askSecondStep = async () => {
    await fetch(`${base}/session`, { method: 'DELETE', headers: { 'x-haldur-console': '1' } });
    new BroadcastChannel('haldur-session').postMessage('changed');
    sessionStorage.setItem('haldur-second-step', JSON.stringify(given));
    goOn();
  };

  /** Goes to the provider; the invitation is accepted when the browser comes back to the console. */
  const goToProvider = async ({ value: provider }) => {
    const { url } = await ask('/invitations/accept-at-provider', {
      token,
      provider,
      language: document.documentElement.lang,
      ...(find('name').required && find('name').value !== '' ? { name: find('name').value } : {}),
      ...(find('password').required ? { password: find('password').value } : {}),
    });
    location.assign(url);
  };

  let given; // A link works once; what comes after it can be tried again.
  const enter = async () => {
    given ??= invited
      ? await ask('/invitations/accept', {
          token,
          password: find('password').value,
          ...(find('name').required ? { name: find('name').value } : {}),
        })
      : await ask('/magic-link/redeem');
    if (given.methods !== undefined) return askSecondStep();
    await ask('/session/adopt', { refreshToken: given.refreshToken });
    new BroadcastChannel('haldur-session').postMessage('changed');
    goOn();
  };

  whenSent(
    (button) => (button.value === '' ? enter() : goToProvider(button)),
    (error, { title }) => (error.code === 'busy' ? fill(words.providerDown, { provider: title }) : explain(error)),
  );
  begin(async () => {
    if (invited) await showInvitation();
  });
})();
