(() => {
  const { words, base } = JSON.parse(document.body.dataset.facts);
  const token = location.hash.slice(1);
  addEventListener('hashchange', () => location.reload()); // Another link opened in this tab.
  const find = (id) => document.getElementById(id);
  const form = find('form');
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
  const invited = find('organization') !== null;

  const say = (text, bad = false) => {
    find('say').textContent = text;
    find('say').className = bad ? 'bad' : '';
  };
  const ask = async (path, input) => {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-haldur-console': '1' },
      body: JSON.stringify(input),
    });
    const body = await response.json();
    if (response.ok) return body.data;
    throw Object.assign(new Error(body.detail), { code: body.code, problems: body.errors });
  };
  const explain = (error) => {
    if (error.code === 'invalid_link') return words.badLink;
    if (error.code === 'invalid_credentials') return words.wrongPassword;
    if (error.problems?.some(({ code }) => code === 'contains_name')) return words.ownName;
    if (error.problems?.some(({ field }) => field === 'password')) return words.weakPassword;
    if (error.code === 'rate_limited' || error.code === 'sign_in_throttled') return words.later;
    return words.failed;
  };

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
    const shown = await ask(`${base}/invitations/show`, { token });
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

  /** The sign-in asks for it. Whoever is signed in here is signed out, as by any other sign-in. */
  const askSecondStep = async () => {
    await fetch(`${base}/session`, { method: 'DELETE', headers: { 'x-haldur-console': '1' } });
    new BroadcastChannel('haldur-session').postMessage('changed');
    sessionStorage.setItem('haldur-second-step', JSON.stringify(given));
    location.replace('/console/');
  };

  /** Goes to the provider; the invitation is accepted when the browser comes back to the console. */
  const goToProvider = async ({ value: provider }) => {
    const { url } = await ask(`${base}/invitations/accept-at-provider`, {
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
      ? await ask(`${base}/invitations/accept`, {
          token,
          password: find('password').value,
          ...(find('name').required ? { name: find('name').value } : {}),
        })
      : await ask(`${base}/magic-link/redeem`, { token });
    if (given.methods !== undefined) return askSecondStep();
    await ask(`${base}/session/adopt`, { refreshToken: given.refreshToken });
    new BroadcastChannel('haldur-session').postMessage('changed');
    location.replace('/console/');
  };

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const button = event.submitter ?? form.getElementsByTagName('button')[0];
    button.disabled = true;
    say(words.wait);
    try {
      await (button.value === '' ? enter() : goToProvider(button));
    } catch (error) {
      say(error.code === 'busy' ? fill(words.providerDown, { provider: button.title }) : explain(error), true);
    }
    button.disabled = false;
  });

  const begin = async () => {
    if (token === '') return say(words.noLink, true);
    try {
      if (invited) await showInvitation();
      find('ask').hidden = false;
    } catch (error) {
      say(explain(error), true);
    }
  };
  begin();
})();
