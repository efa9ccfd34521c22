// An error of the person at the terminal: its message is shown, without a stack.

/** The message says what to do. */
export class CommandError extends Error {
  override name = 'CommandError';
}
