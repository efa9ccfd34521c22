(() => {
  const key = location.hash.slice(1);
  addEventListener('hashchange', () => location.reload()); // Another link opened in this tab.
  const show = async () => {
    const response = await fetch(location.pathname + location.search, {
      method: 'POST',
      body: new URLSearchParams({ key }),
    });
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    const main = page.querySelector('main');
    if (main === null) throw new Error(`No page: ${response.status}`); // Too many requests, or a database that does not respond.
    document.title = page.title;
    document.querySelector('main').replaceWith(main);
  };
  show().catch(() => {
    document.getElementById('wait').hidden = true;
    document.getElementById('failed').hidden = false;
  });
})();
