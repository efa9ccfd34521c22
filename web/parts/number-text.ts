// Numbers as people write them: with a comma or a point, with spaces or points between thousands, with a currency behind. What might be another number is none.

type NumberBounds = {
  /** How many digits may stand behind the comma. */
  readonly decimals: number;
  readonly negative: boolean;
};

const plainNumber = /^(-?)(\d*)(?:[.,](\d*))?$/;
/** 1.234,56 and 1,234.56 and 1.234.567. One point or comma alone before three digits may be either, so that it parts no thousands. */
const groupedNumbers = [
  /^(-?)(\d{1,3}(?:\.\d{3})+),(\d*)$/,
  /^(-?)(\d{1,3}(?:,\d{3})+)\.(\d*)$/,
  /^(-?)(\d{1,3}(?:\.\d{3}){2,})$/,
  /^(-?)(\d{1,3}(?:,\d{3}){2,})$/,
];

/**
 * What a text says as a number, with a point for the decimals, as it may stand while somebody is still writing it ('-', '12.'). Undefined where it is none
 * within the bounds: more decimals are refused, not cut off, and a letter is not left out.
 */
export function parseWrittenNumber(text: string, { decimals, negative }: NumberBounds): string | undefined {
  const bare = text
    .replace(/\s/g, '')
    .replace('−', '-')
    .replace(/(?:€|[A-Z]{3})$/, '');
  for (const form of [plainNumber, ...groupedNumbers]) {
    const found = form.exec(bare);
    if (found === null) continue;
    const [, sign, whole = '', part] = found;
    const digits = part === undefined || (decimals > 0 && part.length <= decimals);
    if (!digits || (sign !== '' && !negative)) return undefined;
    return `${sign}${whole.replace(/[.,]/g, '')}${part === undefined ? '' : `.${part}`}`;
  }
  return undefined;
}

/** The number that was written; '' while there is none yet. */
export function toNumber(written: string): number | '' {
  return /\d/.test(written) ? Number(written) : '';
}
