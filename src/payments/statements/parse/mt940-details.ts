// Parses the details of an MT940 entry (:86:): numbered fields (German and Baltic banks), words between slashes (Dutch banks), or plain text.
import { normaliseIban } from '../../../platform/values/iban.ts';

/** The details of an entry. `returned`: whether it reverses another entry. */
export type Mt940Details = {
  readonly text: string;
  readonly name: string;
  readonly iban: string | null;
  readonly endToEndId: string | undefined;
  readonly references: readonly string[];
  readonly returned: boolean;
};

const maxLength = 4000;

/** Parses the lines of the field. Pure; linear in their length. */
export function parseDetails(lines: readonly string[]): Mt940Details {
  const joined = lines.join('').slice(0, maxLength);
  if (/^\d{3}([?<>])\d\d/.test(joined)) return parseNumbered(joined);
  if (/(^|\/)(EREF|REMI|NAME|CNTP|IBAN|TRTP|ORDP)\//.test(joined)) return parseSlashed(joined);
  const text = lines.join(' ').slice(0, maxLength);
  return { text, name: '', iban: null, endToEndId: undefined, references: [], returned: false };
}

/** 166?00Gutschrift?20EREF+1?21SVWZ+Arve 7?31EE47…?32Mari: 20 to 29 and 60 to 63 are text, 31 the account, 32 and 33 the name. */
function parseNumbered(text: string): Mt940Details {
  const mark = text.charAt(3);
  const fields = text.slice(4).split(mark);
  const of = (from: number, to: number) =>
    fields
      .filter((field) => Number(field.slice(0, 2)) >= from && Number(field.slice(0, 2)) <= to)
      .map((field) => field.slice(2));
  const remittance = [...of(20, 29), ...of(60, 63)].join('');
  const parts = sepaParts(remittance);
  const account = of(31, 31).join('');
  return {
    text: parts.get('SVWZ') ?? parts.get('') ?? '',
    name: of(32, 33).join(''),
    iban: normaliseIban(account) ?? normaliseIban(parts.get('IBAN') ?? '') ?? null,
    endToEndId: parts.get('EREF'),
    references: [],
    returned: parts.has('RTRN') || /^(109|159|108)$/.test(text.slice(0, 3)),
  };
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
  /\/(EREF|REMI|NAME|IBAN|BIC|CNTP|ORDP|BENM|TRTP|CSID|MARF|PREF|RTRN|PURP|ULTC|ULTD|KREF|SVCL|ISDT|ADDR|TRCD|INIT|ID)\//g;

/** /TRTP/SEPA/IBAN/EE47…/NAME/Mari/REMI/Arve 7/EREF/1, or /CNTP/EE47…/HABAEE2X/Mari/Tallinn/REMI/USTD//Arve 7/. */
function parseSlashed(text: string): Mt940Details {
  const all = text.startsWith('/') ? text : `/${text}`;
  const parts = new Map<string, string>();
  let name = '';
  let from = 0;
  for (const match of all.matchAll(slashTag)) {
    if (match.index < from) continue;
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
    iban: normaliseIban(parts.get('IBAN') ?? '') ?? normaliseIban(iban) ?? null,
    endToEndId: parts.get('EREF')?.replace(/\/$/, ''),
    references: structured === undefined ? [] : [structured],
    returned: parts.has('RTRN'),
  };
}
