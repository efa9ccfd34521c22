// Minimal XML writer: elements with escaped content, in the order they are written.

/** The content of an element: text or elements; absent content writes nothing. */
type XmlContent = string | number | undefined | null | readonly string[];

/** An element. Empty text if it has no content, because these formats allow an absent element but not an empty one. */
export function element(
  name: string,
  content: XmlContent,
  attributes: Readonly<Record<string, string | undefined>> = {},
): string {
  const inner = typeof content === 'object' && content !== null ? content.join('') : escapeXml(content);
  const written = Object.entries(attributes)
    .map(([key, value]) => (value === undefined ? '' : ` ${key}="${escapeXml(value)}"`))
    .join('');
  if (inner === '' && written === '') return '';
  return inner === '' ? `<${name}${written}/>` : `<${name}${written}>${inner}</${name}>`;
}

/** A complete document around its root element. */
export function xmlFile(root: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
}

/** Removes the characters that XML 1.0 does not allow. */
function escapeXml(text: string | number | undefined | null): string {
  if (text === undefined || text === null) return '';
  return String(text)
    .toWellFormed()
    .replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, ' ')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;');
}
