// Parses the details of an MT940 entry (:86:, once or several times): numbered fields (German, Polish and Baltic
// banks), words between slashes (Dutch banks), or plain text.
import { normaliseIban } from '../../../platform/values/iban.ts';

/** The details of an entry. `person` pays through `name`. `returned`: whether it reverses another entry. */
export type Mt940Details = {
  readonly text: string;
  readonly name: string;
  readonly person: string;
  readonly iban: string | null;
  readonly endToEndId: string | undefined;
  readonly references: readonly string[];
  readonly returned: boolean;
};

const maxLength = 4000;
const numberedStart = /^\d{3}([?<>~^@|])\d\d/;
/** A line of this length is full: what follows it continues the word. SWIFT allows 65 characters. */
const fullLine = 60;
/** The length of a numbered field. A shorter one ends with its words. */
const fullField = 27;

/** Parses the lines of each field. Pure; linear in their length. */
export function parseDetails(fields: readonly (readonly string[])[]): Mt940Details {
  const parts = fields.filter(hasContent).map(parseField);
  const first = (of: (part: Mt940Details) => string | null | undefined) => parts.map(of).find(Boolean);
  return {
    text: parts
      .map((part) => part.text)
      .filter(Boolean)
      .join(' ')
      .slice(0, maxLength),
    name: first((part) => part.name) ?? '',
    person: first((part) => part.person) ?? '',
    iban: first((part) => part.iban) ?? null,
    endToEndId: first((part) => part.endToEndId) ?? undefined,
    references: parts.flatMap((part) => part.references),
    returned: parts.some((part) => part.returned),
  };
}

/** Whether a field has more than the code of the transaction. */
export function hasContent(lines: readonly string[]): boolean {
  return lines.some((line, index) => line !== '' && !(index === 0 && lines.length === 1 && /^\d{3}$/.test(line)));
}

/** Whether a field has parts with names, and so belongs to an entry. */
export function hasFields([first = '']: readonly string[]): boolean {
  return numberedStart.test(first) || /^\/[A-Z]{2,4}\//.test(first);
}

function parseField(lines: readonly string[]): Mt940Details {
  const joined = lines.join('').slice(0, maxLength);
  if (numberedStart.test(joined)) return parseNumbered(joined);
  if (
    /(^|\/)(EREF|REMI|NAME|CNTP|IBAN|TRTP|ORDP)\//.test(joined) ||
    (hasFields(lines) && joined.search(slashTag) === 0)
  )
    return parseSlashed(joinLines(lines));
  return {
    text: joinLines(lines),
    name: '',
    person: '',
    iban: null,
    endToEndId: undefined,
    references: [],
    returned: false,
  };
}

/** The lines as one text: a full line continues in the next one, as does one that ends or goes on with a slash. */
function joinLines(lines: readonly string[]): string {
  const texts = lines.map((line, index) => {
    const next = lines[index + 1];
    const continues = next === undefined || line.length >= fullLine || line.endsWith('/') || /^[ /]/.test(next);
    return continues ? line : `${line} `;
  });
  return texts.join('').slice(0, maxLength);
}

/**
 * 166?00Gutschrift?20EREF+1?21SVWZ+Arve 7?31EE47…?32Mari: 20 to 29 and 60 to 63 are text, 31 or 38 the account, 32 and
 * 33 the name.
 */
function parseNumbered(text: string): Mt940Details {
  const mark = text.charAt(3);
  const fields = text.slice(4).split(mark);
  const of = (from: number, to: number) =>
    fields
      .filter((field) => Number(field.slice(0, 2)) >= from && Number(field.slice(0, 2)) <= to)
      .map((field) => field.slice(2));
  const parts = sepaParts(joinFields([...of(20, 29), ...of(60, 63)]));
  const accounts = [of(31, 31).join(''), of(38, 38).join(''), parts.get('IBAN') ?? ''];
  return {
    text: [parts.get(''), parts.get('SVWZ')].filter(Boolean).join(' '),
    name: joinFields(of(32, 33)),
    person: parts.get('ABWA') ?? '',
    iban: accounts.map(normaliseIban).find((iban) => iban !== undefined) ?? null,
    endToEndId: parts.get('EREF'),
    references: [],
    returned: parts.has('RTRN') || /^(109|159|108)$/.test(text.slice(0, 3)),
  };
}

/** Fields as one text. One of full length continues in the next; a shorter one ends with its words. */
function joinFields(fields: readonly string[]): string {
  const full = Math.max(fullField, ...fields.map((field) => field.length));
  return fields
    .map((field) => (field.length === full ? field : `${field} `))
    .join('')
    .trim();
}

const sepaTag = /(EREF|KREF|MREF|CRED|DEBT|SVWZ|ABWA|ABWE|IBAN|BIC|PURP|RTRN|COAM|OAMT)\+/g;

/** Splits text at tags such as SVWZ+; the text before the first tag has an empty name. */
function sepaParts(text: string): Map<string, string> {
  const parts = new Map<string, string>();
  let name = '';
  let from = 0;
  for (const match of text.matchAll(sepaTag)) {
    add(parts, name, text.slice(from, match.index));
    name = match[1] ?? '';
    from = match.index + match[0].length;
  }
  add(parts, name, text.slice(from));
  return parts;
}

function add(parts: Map<string, string>, name: string, text: string): void {
  const plain = text.trim();
  if (plain !== '' || name !== '') parts.set(name, parts.get(name) ?? plain);
}

const slashTag =
  /\/(EREF|REMI|NAME|IBAN|BIC|CNTP|ORDP|BENM|TRTP|CSID|MARF|PREF|RTRN|PURP|ULTC|ULTD|ULTB|KREF|SVCL|ISDT|ADDR|TRCD|INIT|ID)\//g;

/**
 * /TRTP/SEPA/IBAN/EE47…/NAME/Mari/REMI/Arve 7/EREF/1, or /CNTP/EE47…/HABAEE2X/Mari/Tallinn/REMI/USTD//Arve 7/. A name
 * behind ULTD is the person’s.
 */
function parseSlashed(text: string): Mt940Details {
  const all = text.startsWith('/') ? text : `/${text}`;
  const parts = new Map<string, string>();
  let name = '';
  let from = 0;
  for (const match of all.matchAll(slashTag)) {
    if (match.index < from) {
      if (/^ULT/.test(name) && match[1] === 'NAME') from = match.index + match[0].length;
      continue;
    }
    add(parts, name, all.slice(from, match.index));
    name = match[1] ?? '';
    from = match.index + match[0].length;
  }
  add(parts, name, all.slice(from));
  const [iban = '', , other = ''] = (parts.get('CNTP') ?? '').split('/');
  const remittance = parts.get('REMI') ?? '';
  const structured = /^STRD\/CUR\/([^/]*)/.exec(remittance)?.[1];
  return {
    text: structured === undefined ? remittance.replace(/^USTD\/\//, '').replace(/\/$/, '') : '',
    name: parts.get('NAME') ?? other,
    person: (parts.get('ULTD') ?? '').replace(/^NAME\//, '').replace(/\/$/, ''),
    iban: normaliseIban(parts.get('IBAN') ?? '') ?? normaliseIban(iban) ?? null,
    endToEndId: parts.get('EREF')?.replace(/\/$/, ''),
    references: structured === undefined ? [] : [structured],
    returned: parts.has('RTRN'),
  };
}
