// Whether bytes are Unicode, and in which form, where nothing else says it. Older encodings are told apart by those who know what text to expect.

export type UnicodeForm = 'utf-8' | 'utf-16le' | 'utf-16be';

/**
 * The form that a byte order mark names, or that zeros show: UTF-16 of mostly Latin letters has one in every second byte, and next to none on the other side.
 * Undefined when neither is there, as in most UTF-8.
 */
export function unicodeFormOf(bytes: Buffer): UnicodeForm | undefined {
  const start = bytes.toString('latin1', 0, 3);
  if (start === '\xef\xbb\xbf') return 'utf-8';
  if (start.startsWith('\xff\xfe')) return 'utf-16le';
  if (start.startsWith('\xfe\xff')) return 'utf-16be';
  const head = bytes.subarray(0, 4096);
  const zeros = (side: number) => head.filter((byte, place) => byte === 0 && place % 2 === side).length;
  const [first, second] = [zeros(0), zeros(1)];
  const enough = head.length / 4;
  if (second > enough && second > 8 * first) return 'utf-16le';
  return first > enough && first > 8 * second ? 'utf-16be' : undefined;
}

/**
 * Counts letters beyond ASCII over the parts of a text. Letters of several bytes in an order that UTF-8 has come about in no other encoding, so where they
 * are at least half, the text is meant as UTF-8 and some of its bytes were damaged: to read it in an older encoding would spoil all the others unseen.
 */
export function makeUtf8Counter(): { add(part: Buffer): void; isMeantAsUtf8(): boolean } {
  const decoder = new TextDecoder('utf-8');
  let [letters, damaged] = [0, 0];
  return {
    add(part) {
      const beyondAscii = decoder.decode(part, { stream: true }).replace(/\p{ASCII}+/gu, '');
      const lost = beyondAscii.split('\ufffd').length - 1;
      damaged += lost;
      letters += [...beyondAscii].length - lost;
    },
    isMeantAsUtf8: () => letters > 0 && letters >= damaged,
  };
}
