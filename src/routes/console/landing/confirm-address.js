(() => {
  const { words, base } = JSON.parse(document.body.dataset.facts);
  const token = location.hash.slice(1);
  addEventListener('hashchange', () => location.reload()); // Another link opened in this tab.
  const find = (id) => document.getElementById(id);

  const say = (text, bad = false) => {
    find('say').textContent = text;
    find('say').className = bad ? 'bad' : '';
  };
  const confirm = async () => {
    const response = await fetch(`${base}/address-changes/confirm`, {
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
    if (error.code === 'already_exists') return words.addressTaken;
    return error.code === 'rate_limited' ? words.later : words.failed;
  };

  find('form').addEventListener('submit', async (event) => {
    event.preventDefault();
    const [button] = event.target.getElementsByTagName('button');
    button.disabled = true;
    say(words.wait);
    try {
      const { email } = await confirm();
      find('lead').hidden = true;
      find('form').hidden = true;
      find('onward').hidden = false;
      say(words.addressConfirmed.replace('{email}', email));
    } catch (error) {
      say(explain(error), true);
    }
    button.disabled = false;
  });

  if (token === '') say(words.noLink, true);
  else find('ask').hidden = false;
})();
