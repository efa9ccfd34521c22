// Secrets from files, such as those that Docker, Kubernetes and systemd mount: SMTP_URL_FILE names a file with the
// value of SMTP_URL.
import { readFileSync } from 'node:fs';
import { messageOf, OperatorError } from '../errors.ts';
import { providerIds, providerSetting } from './provider-config.ts';
import { type Environment, readSetting } from './setting-reader.ts';

/** The settings that contain a secret, beside the CLIENT_SECRET of each sign-in provider. */
export const secretSettings = [
  'SECRET_KEY',
  'SECRET_KEY_PREVIOUS',
  'SECRET_KEY_NEXT',
  'DATABASE_URL',
  'REDIS_URL',
  'SMTP_URL',
  'METRICS_TOKEN',
] as const;

/**
 * Returns the environment with the secrets of all named files. Throws OperatorError if a setting is there twice, or a
 * file is empty or cannot be read.
 */
export function readSecretFiles(environment: Environment): Environment {
  const ofProviders = providerIds(environment).map((id) => providerSetting(id, 'CLIENT_SECRET'));
  const secrets = [...secretSettings, ...ofProviders].flatMap((name) => {
    const file = readSetting(environment, `${name}_FILE`);
    if (file === undefined) return [];
    if (readSetting(environment, name) !== undefined)
      throw new OperatorError(`${name} and ${name}_FILE are both set: unset one of them.`);
    return [[name, readSecretFile(`${name}_FILE`, file)]];
  });
  return { ...environment, ...Object.fromEntries(secrets) };
}

function readSecretFile(setting: string, file: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new OperatorError(`${setting} ${file} cannot be read: ${messageOf(error)}.`);
  }
  if (text === '') throw new OperatorError(`${setting} ${file} is empty.`);
  return text;
}
