// Headers that list values with parameters (Content-Type, Accept, Accept-Language), read in one pass however they are written.
import { parse } from 'content-type';

/** No honest header of this kind is longer, or lists more. */
const maxLength = 1000;
const maxMembers = 100;

/** A media type in lower case, and its parameters; an empty type for a header that is missing or too long. */
export function parseMediaType(header: string | undefined): {
  type: string;
  parameters: Readonly<Record<string, string>>;
} {
  return header === undefined || header.length > maxLength ? { type: '', parameters: {} } : parse(header);
}

/** The members of a header such as Accept, in lower case and in their order, with their weights from 0 to 1. What is past the bounds is not looked at. */
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
