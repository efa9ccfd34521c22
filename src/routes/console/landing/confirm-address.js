(() => {
  const { words, find, fill, say, ask, begin, whenSent } = globalThis.page;
  whenSent(async () => {
    const confirmed = await ask('/address-changes/confirm');
    find('lead').hidden = true;
    find('form').hidden = true;
    find('onward').hidden = false;
    say(fill(words.addressConfirmed, confirmed));
  });
  begin(() => {});
})();
