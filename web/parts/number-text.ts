// Numbers as people write them: with a comma or a point, with spaces or points between thousands, with a currency after
// them. An ambiguous number is rejected.

type NumberBounds = {
  /** The maximum number of decimals. */
  readonly decimals: number;
  readonly negative: boolean;
};

const plainNumber = /^(-?)(\d*)(?:[.,](\d*))?$/;
/**
 * 1.234,56 and 1,234.56 and 1.234.567. A single point or comma before three digits may be either, so it is no thousands
 * separator.
 */
const groupedNumbers = [
  /^(-?)(\d{1,3}(?:\.\d{3})+),(\d*)$/,
  /^(-?)(\d{1,3}(?:,\d{3})+)\.(\d*)$/,
  /^(-?)(\d{1,3}(?:\.\d{3}){2,})$/,
  /^(-?)(\d{1,3}(?:,\d{3}){2,})$/,
];

/**
 * The number in a text, with a decimal point, also while it is still being typed ('-', '12.'). Undefined where it is
 * none within the bounds: too many decimals are rejected, not cut, and letters are not skipped.
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

/** The number that was typed; '' while there is none yet. */
export function toNumber(written: string): number | '' {
  return /\d/.test(written) ? Number(written) : '';
}
