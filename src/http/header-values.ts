// Parses headers that list values with parameters (Content-Type, Accept, Accept-Language) in one pass, whatever their
// content.
import { parse } from 'content-type';

/** No legitimate header of this kind is longer or has more items. */
const maxLength = 1000;
const maxMembers = 100;

/** Returns the media type in lower case and its parameters; an empty type if the header is missing or too long. */
export function parseMediaType(header: string | undefined): {
  type: string;
  parameters: Readonly<Record<string, string>>;
} {
  return header === undefined || header.length > maxLength ? { type: '', parameters: {} } : parse(header);
}

/**
 * Returns the items of a header such as Accept, in lower case and in order, with weights from 0 to 1. Items beyond the
 * bounds are ignored.
 */
export function parseWeightedList(header: string): readonly { readonly value: string; readonly weight: number }[] {
  const text = header.slice(0, maxLength);
  const members = [];
  for (let start = 0; start < text.length && members.length < maxMembers; ) {
    const { type, parameters, index } = parse(text, { comma: true, start });
    members.push({ value: type, weight: parameters.q === undefined ? 1 : Number(parameters.q) || 0 });
    start = index + 1;
  }
  return members;
}
