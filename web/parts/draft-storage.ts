// Where drafts are stored: in the storage of this tab, encrypted (AES-256-GCM), as unsaved input may be about people.
// The key is the person's own, comes from the service once they are signed in, and is in memory only, so nobody else
// can read them. Without https browsers cannot encrypt, and nothing is stored. Photos are held in memory alone, so they
// survive a session that expired, and no reload.

const prefix = 'haldur-draft ';
const photoMark = ' photo';
const nonceBytes = 12;

/** Which draft, and the key that encrypts it, in base64. */
type DraftPlace = { readonly name: string; readonly key: string };

/** How often each draft was changed: a text that was encrypted meanwhile does not replace a newer one. */
const changes = new Map<string, number>();
const heldInMemory = new Map<string, unknown>();
let imported: { readonly key: string; readonly cryptoKey: ReturnType<typeof crypto.subtle.importKey> } | undefined;

/** Holds something until the person signs out, or it is undefined. */
export function holdInMemory(name: string, value: unknown): void {
  if (value === undefined) heldInMemory.delete(name);
  else heldInMemory.set(name, value);
}

export function findInMemory(name: string): unknown {
  return heldInMemory.get(name);
}

/** Stores a draft. A tab has room for about 5 MB; what does not fit is not stored. `hasPhoto`: its form has a photo. */
export async function storeDraft({ name, key }: DraftPlace, text: string, hasPhoto = false): Promise<void> {
  const change = noteChange(name);
  if (crypto.subtle === undefined) return;
  const nonce = crypto.getRandomValues(new Uint8Array(nonceBytes));
  const bytes = new TextEncoder().encode(text);
  const encrypted = new Uint8Array(await crypto.subtle.encrypt(cipherFor(name, nonce), await importKey(key), bytes));
  if (changes.get(name) !== change) return;
  try {
    sessionStorage.setItem(prefix + name, `${toBase64(nonce)} ${toBase64(encrypted)}${hasPhoto ? photoMark : ''}`);
  } catch {
    sessionStorage.removeItem(prefix + name);
  }
}

/** Returns a draft; undefined if there is none, or none that this key decrypts. */
export async function readDraft({ name, key }: DraftPlace): Promise<string | undefined> {
  const [nonce, encrypted] = (sessionStorage.getItem(prefix + name) ?? '').split(' ');
  if (nonce === undefined || encrypted === undefined || crypto.subtle === undefined) return undefined;
  try {
    const cipher = cipherFor(name, fromBase64(nonce));
    return new TextDecoder().decode(await crypto.subtle.decrypt(cipher, await importKey(key), fromBase64(encrypted)));
  } catch {
    return undefined;
  }
}

/** The names of the stored drafts that begin so. */
export function listDrafts(beginning: string): string[] {
  return Object.keys(sessionStorage)
    .filter((key) => key.startsWith(prefix + beginning))
    .map((key) => key.slice(prefix.length));
}

/** Whether the form of a stored draft had a photo. */
export function hadPhoto(name: string): boolean {
  return sessionStorage.getItem(prefix + name)?.endsWith(photoMark) === true;
}

/** Deletes a draft. */
export function removeDraft(name: string): void {
  noteChange(name);
  sessionStorage.removeItem(prefix + name);
}

/** Deletes all drafts of the tab, and what is held in its memory. */
export function deleteDrafts(): void {
  heldInMemory.clear();
  for (const name of changes.keys()) noteChange(name);
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
}

/** Forgets the key of whoever was signed in. */
export function forgetDraftKey(): void {
  imported = undefined;
}

function noteChange(name: string): number {
  const change = (changes.get(name) ?? 0) + 1;
  changes.set(name, change);
  return change;
}

function cipherFor(name: string, nonce: Uint8Array<ArrayBuffer>) {
  return { name: 'AES-GCM', iv: nonce, additionalData: new TextEncoder().encode(name) };
}

function importKey(key: string) {
  if (imported?.key !== key) {
    const cryptoKey = crypto.subtle.importKey('raw', fromBase64(key), 'AES-GCM', false, ['encrypt', 'decrypt']);
    imported = { key, cryptoKey };
  }
  return imported.cryptoKey;
}

function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
