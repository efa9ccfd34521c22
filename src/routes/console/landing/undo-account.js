(() => {
  const { words, find, fill, say, ask, begin, whenSent } = globalThis.page;
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
  };

  whenSent(async () => {
    const change = await ask('/account-changes/undo');
    show(change);
    say(change.restored ? words.restored : words[change.state], !change.restored);
  });
  begin(async () => {
    const change = await ask('/account-changes/show');
    show(change);
    if (change.state !== 'open') say(words[change.state], true);
  });
})();
