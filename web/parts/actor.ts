// Who did something, in a few words: the person or the API key by name.
import type { Words } from '../words/words.ts';

type ActorBody = { readonly kind: 'user' | 'key' | 'service' | 'nobody'; readonly name: string | null };

export function actorText({ bankAccounts, settings }: Words, { kind, name }: ActorBody): string {
  if (name === null) return settings.actors[kind];
  return kind === 'key' ? bankAccounts.key({ name }) : name;
}
