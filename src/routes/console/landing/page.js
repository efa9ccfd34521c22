// What the scripts of all landing pages share.
globalThis.page = (() => {
  const { words, base } = JSON.parse(document.body.dataset.facts);
  const token = location.hash.slice(1);
  addEventListener('hashchange', () => location.reload()); // Another link opened in this tab.
  const find = (id) => document.getElementById(id);
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
  const say = (text, bad = false) => {
    find('say').textContent = text;
    find('say').className = bad ? 'bad' : '';
  };
  const ask = async (path, input = { token }) => {
    const response = await fetch(base + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-haldur-console': '1' },
      body: JSON.stringify(input),
    });
    const body = await response.json();
    if (response.ok) return body.data;
    throw Object.assign(new Error(body.detail), { code: body.code, problems: body.errors ?? [] });
  };
  const meanings = {
    invalid_link: words.badLink,
    invalid_credentials: words.wrongPassword,
    already_exists: words.addressTaken,
    rate_limited: words.later,
    sign_in_throttled: words.later,
  };
  const explain = ({ code, problems = [] }) => {
    if (problems.some((problem) => problem.code === 'contains_name')) return words.ownName;
    if (problems.some(({ field }) => field === 'password')) return words.weakPassword;
    return meanings[code] ?? words.failed;
  };

  /** Says what failed. What a link that no longer works would do is not offered again, but the way to a new one. */
  const sayFailure = (error, text = explain(error)) => {
    say(text, true);
    if (error.code !== 'invalid_link') return;
    find('ask').hidden = true;
    if (find('new-link') !== null) find('new-link').hidden = false;
  };

  /** Shows the page when `prepare` is done. */
  const begin = async (prepare) => {
    if (token === '') return say(words.noLink, true);
    try {
      await prepare();
      find('ask').hidden = false;
    } catch (error) {
      sayFailure(error);
    }
  };
  /** What the button of the form does. */
  const whenSent = (act, explainFailure = explain) =>
    find('form').addEventListener('submit', async (event) => {
      event.preventDefault();
      const button = event.submitter ?? event.target.getElementsByTagName('button')[0];
      button.disabled = true;
      say(words.wait);
      try {
        await act(button);
      } catch (error) {
        sayFailure(error, explainFailure(error, button));
      }
      button.disabled = false;
    });
  return { words, base, token, find, fill, say, ask, explain, begin, whenSent };
})();
