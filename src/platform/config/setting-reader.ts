// Reads settings of each kind from the environment. An invalid value stops the start with a message that names the
// setting and what it must be.
import { messageOf, OperatorError } from '../errors.ts';
import { parseDurations } from '../values/durations.ts';
import { trimEndOf } from '../values/text.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The text of a setting by its name, and what rejects it. */
type Source = {
  get(name: string): string | undefined;
  refuse(name: string, wanted: string): never;
};

/** Returns a trimmed setting. An empty one counts as not set. */
export function readSetting(environment: Environment, name: string): string | undefined {
  return environment[name]?.trim() || undefined;
}

/** Returns a reader for each kind of setting. Readers throw OperatorError. */
export function makeSettingReader(environment: Environment) {
  const get = (name: string) => readSetting(environment, name);
  const source: Source = {
    get,
    refuse(name, wanted) {
      const shown = /_(URL|KEY|TOKEN)$/.test(name) ? '' : ` It is "${get(name)}".`;
      throw new OperatorError(`${name} must be ${wanted}.${shown}`);
    },
  };
  return { ...valueReaders(source), ...listReaders(source), ...addressReaders(source), ...secretReaders(source) };
}

function valueReaders({ get, refuse }: Source) {
  return {
    text: (name: string, otherwise: string) => get(name) ?? otherwise,
    integer(name: string, otherwise: number, low: number, high: number): number {
      const text = get(name);
      if (text === undefined) return otherwise;
      const value = Number(text);
      return /^\d+$/.test(text) && value >= low && value <= high
        ? value
        : refuse(name, `a whole number from ${low} to ${high}`);
    },
    choice<T extends string>(name: string, choices: readonly T[], otherwise: T): T {
      const text = get(name);
      if (text === undefined) return otherwise;
      return choices.find((choice) => choice === text) ?? refuse(name, `one of ${choices.join(', ')}`);
    },
    flag(name: string): boolean {
      const text = get(name) ?? 'false';
      return text === 'true' || (text !== 'false' && refuse(name, 'true or false'));
    },
  };
}

function listReaders({ get, refuse }: Source) {
  return {
    names(name: string, choices: readonly string[]): string[] {
      const wanted = `one or more of these, with commas: ${choices.join(', ')}`;
      return listOf(get(name)).map((choice) => (choices.includes(choice) ? choice : refuse(name, wanted)));
    },
    ports(name: string): number[] {
      return listOf(get(name)).map((port) =>
        /^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535
          ? Number(port)
          : refuse(name, 'ports from 1 to 65535, with commas, such as 4443,9443'),
      );
    },
    origins(name: string): string[] {
      return listOf(get(name)).map((origin) =>
        URL.canParse(origin) && new URL(origin).origin === origin
          ? origin
          : refuse(name, 'origins such as https://app.example.org, with commas'),
      );
    },
    /** Names of hosts; undefined if none is set. */
    hosts(name: string): string[] | undefined {
      const text = get(name);
      if (text === undefined) return undefined;
      const wanted = 'names of hosts, with commas, such as hooks.example.org,*.example.com';
      return listOf(text).map((host) =>
        /^(\*\.)?([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/i.test(host)
          ? host.toLowerCase()
          : refuse(name, wanted),
      );
    },
    schedule(name: string, otherwise: string): readonly number[] {
      const text = get(name) ?? otherwise;
      try {
        return parseDurations(text);
      } catch (error) {
        return refuse(name, `durations with commas, such as 0s,5s,5m,2h (${messageOf(error)})`);
      }
    },
  };
}

function addressReaders({ get, refuse }: Source) {
  return {
    basePath(name: string, otherwise: string): string {
      const text = get(name) ?? otherwise;
      if (text === '/') return '';
      const clash = /^\/(console|callbacks|pay|sandbox-bank|health|metrics|docs|openapi\.json|llms\.txt)(\/|$)/.test(
        text,
      );
      return /^(\/[A-Za-z0-9._~-]+)+$/.test(text) && !clash
        ? text
        : refuse(
            name,
            'a path such as /api, without a slash at its end, and none of the service’s own (/console, /docs, /health …)',
          );
    },
    url(name: string, otherwise: string): string {
      const text = trimEndOf(get(name) ?? otherwise, '/');
      return isBaseUrl(text)
        ? text
        : refuse(
            name,
            'an http or https URL such as https://haldur.example.org, with nothing after ? or # and no user',
          );
    },
    databaseUrl(name: string): string | undefined {
      const text = get(name);
      if (text === undefined) return undefined;
      return URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol)
        ? text
        : refuse(name, 'a URL such as postgres://user:password@host:5432/database');
    },
    redisUrl(name: string): string | undefined {
      const text = get(name);
      return text === undefined || isRedisUrl(text)
        ? text
        : refuse(name, 'a URL such as redis://user:password@host:6379/0, or rediss:// with TLS');
    },
  };
}

function secretReaders({ get, refuse }: Source) {
  return {
    token(name: string): string | undefined {
      const text = get(name);
      return text === undefined || /^[\x21-\x7e]{16,200}$/.test(text)
        ? text
        : refuse(name, '16 to 200 characters without blanks, such as `openssl rand -hex 16` prints');
    },
  };
}

function listOf(text = ''): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** Reports whether paths can be appended to a URL. */
function isBaseUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.username + url.password === '' && !/[?#]/.test(text);
}

/**
 * Reports whether a URL is valid for a Redis client: a host, at most a database number, and nothing that would be read
 * as options.
 */
function isRedisUrl(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || !/^rediss?:$/.test(url.protocol) || url.hostname === '') return false;
  try {
    decodeURIComponent(url.username + url.password);
  } catch {
    return false; // An incomplete percent escape.
  }
  return /^(\/\d{0,5})?$/.test(url.pathname) && url.search === '' && url.hash === '';
}
