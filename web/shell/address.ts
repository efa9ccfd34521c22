// Addresses of the console as the browser shows them. Words that people search for are after #, which is sent to no
// server: they can be names.

/** The parameters of screens that have such words. */
const wordParameters = ['find', 'text'];

const isWord = (part: string) => wordParameters.includes(part.split('=', 1)[0] ?? '');

/** For the router: `/console/residents?find=Mari` is `/console/residents#?find=Mari` in the browser. */
export const wordsAfterHash = {
  input({ url }: { url: URL }): URL {
    if (!url.hash.startsWith('#?')) return url;
    url.search = `${url.search === '' ? '?' : `${url.search}&`}${url.hash.slice(2)}`;
    url.hash = '';
    return url;
  },
  output({ url }: { url: URL }): URL {
    const parts = url.search.slice(1).split('&');
    const words = parts.filter(isWord);
    if (words.length === 0) return url;
    url.search = parts.filter((part) => !isWord(part)).join('&');
    url.hash = `?${words.join('&')}`;
    return url;
  },
};
