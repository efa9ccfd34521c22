// Parses XML into a tree, with an independent parser, for tests of generated XML.
import assert from 'node:assert/strict';
import { SaxesParser } from 'saxes';

/** An element; `text` is its direct text. */
export type XmlElement = {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  readonly text: string;
};

type OpenElement = { name: string; attributes: Record<string, string>; children: OpenElement[]; text: string };

/** The root of a document. Throws when it is not well-formed. */
export function parseXml(text: string): XmlElement {
  const root: OpenElement = { name: '', attributes: {}, children: [], text: '' };
  const path = [root];
  const parser = new SaxesParser();
  parser.on('error', (error) => assert.fail(error));
  parser.on('opentag', ({ name, attributes }) => {
    const node: OpenElement = { name, attributes: attributes as Record<string, string>, children: [], text: '' };
    path.at(-1)?.children.push(node);
    path.push(node);
  });
  parser.on('text', (text) => {
    const node = path.at(-1);
    if (node !== undefined) node.text += text;
  });
  parser.on('closetag', () => void path.pop());
  parser.write(text).close();
  const [first] = root.children;
  assert.ok(first);
  return first;
}

/** All elements at a path of names below a node, such as `cac:TaxTotal/cac:TaxSubtotal`. */
export function all(node: XmlElement, path: string): XmlElement[] {
  return path
    .split('/')
    .reduce<XmlElement[]>(
      (nodes, name) => nodes.flatMap((node) => node.children.filter((child) => child.name === name)),
      [node],
    );
}

/** The text at a path; undefined when there is none. Fails when there is more than one. */
export function text(node: XmlElement, path: string): string | undefined {
  const found = all(node, path);
  assert.ok(found.length <= 1, `${path} stands ${found.length} times`);
  return found[0]?.text;
}
