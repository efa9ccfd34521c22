(() => {
  const { words, base } = JSON.parse(document.body.dataset.facts);
  const token = location.hash.slice(1);
  addEventListener('hashchange', () => location.reload()); // Another link opened in this tab.
  const find = (id) => document.getElementById(id);
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

  const say = (text, bad = false) => {
    find('say').textContent = text;
    find('say').className = bad ? 'bad' : '';
  };
  const ask = async (action) => {
    const response = await fetch(`${base}/account-changes/${action}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    });
    const body = await response.json();
    if (response.ok) return body.data;
    throw Object.assign(new Error(body.detail), { code: body.code });
  };
  const explain = (error) => {
    if (error.code === 'invalid_link') return words.badLink;
    return error.code === 'rate_limited' ? words.later : words.failed;
  };

  const accountText = ({ iban, beneficiary }) => {
    const parts = [iban?.replace(/(.{4})(?=.)/g, '$1 '), beneficiary];
    return parts.filter((part) => part).join(', ') || words.none;
  };
  const actorText = ({ kind, name }) => {
    if (kind === 'key') return fill(words.key, { name: name ?? '' });
    return kind === 'user' && name ? name : words.operator;
  };
  const show = ({ organization, building, before, after, actor, changedAt, state }) => {
    find('building').textContent = [building, organization].filter((part) => part).join(', ');
    find('before').textContent = accountText(before);
    find('after').textContent = accountText(after);
    const { lang } = document.documentElement;
    const at = new Date(changedAt).toLocaleString(lang === 'en' ? 'en-GB' : lang, {
      dateStyle: 'long',
      timeStyle: 'short',
    });
    find('by').textContent = `${actorText(actor)}, ${at}`;
    find('form').hidden = state !== 'open';
    find('lead').hidden = state !== 'open';
    find('ask').hidden = false;
  };

  find('form').addEventListener('submit', async (event) => {
    event.preventDefault();
    const [button] = event.target.getElementsByTagName('button');
    button.disabled = true;
    say(words.wait);
    try {
      const change = await ask('undo');
      show(change);
      say(change.restored ? words.restored : words[change.state], !change.restored);
    } catch (error) {
      say(explain(error), true);
    }
    button.disabled = false;
  });

  const begin = async () => {
    if (token === '') return say(words.noLink, true);
    try {
      const change = await ask('show');
      show(change);
      if (change.state !== 'open') say(words[change.state], true);
    } catch (error) {
      say(explain(error), true);
    }
  };
  begin();
})();
