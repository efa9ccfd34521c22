// The confirmation before sensitive changes, between the client, which learns that one is needed, and the dialog that
// asks for it.

type Ask = (settle: (isConfirmed: boolean) => void) => void;

let setAsk: (ask: Ask) => void = () => undefined;
const ready = new Promise<Ask>((resolve) => {
  setAsk = resolve;
});
let asking: Promise<boolean> | undefined;

/** Registers the dialog. Confirmations that were needed before are asked for then. */
export function confirmationsAreReady(ask: Ask): void {
  setAsk(ask);
}

/** Asks the person to confirm that it is them; false if they do not. Simultaneous requests share one question. */
export function requestConfirmation(): Promise<boolean> {
  asking ??= ready
    .then((ask) => new Promise<boolean>(ask))
    .finally(() => {
      asking = undefined;
    });
  return asking;
}
