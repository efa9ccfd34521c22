// The network: which hosts are this machine, and what others answer, read no further than is sound.

/** Whether a host, as a URL or a setting names it, is this machine, so that what is sent to it crosses no network. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d+){3}|::1|\[::1\])$/i.test(host);
}

/** The text of an answer. Throws an Error when it is longer than so many bytes. */
export async function textWithin(
  most: number,
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.length;
    if (size > most) throw new Error('the answer has no end');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
