// Who did something, in a few words: the name of the person or API key.
import type { Words } from '../words/words.ts';

type ActorBody = { readonly kind: 'user' | 'key' | 'service' | 'nobody'; readonly name: string | null };

export function actorText({ bankAccounts, settings }: Words, { kind, name }: ActorBody): string {
  if (name === null) return settings.actors[kind];
  return kind === 'key' ? bankAccounts.key({ name }) : name;
}
