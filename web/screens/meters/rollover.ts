// When a register can have passed zero: the service decides, the console only asks where it is possible.

/** Whether a register that passes zero between two values advances by at most half of its range, as it must. */
export function couldRollOver(before: number, value: number, { digits }: { readonly digits: number }): boolean {
  return before - value >= 10 ** digits / 2;
}
