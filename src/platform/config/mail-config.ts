// E-mail settings: SMTP_URL is the mail server, MAIL_FROM the sender.
import { OperatorError } from '../errors.ts';
import { isLoopback } from '../network.ts';
import { isMailAddress, isMailDomain } from '../values/mail-address.ts';

export type SmtpServer = {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte (smtps). Otherwise STARTTLS. */
  readonly secure: boolean;
  readonly user: string | undefined;
  readonly password: string | undefined;
};

export type MailConfig = {
  /** Undefined: e-mails are written to files in DATA_DIR/mail. */
  readonly smtp: SmtpServer | undefined;
  readonly from: { readonly name: string; readonly address: string };
};

/**
 * Reads the e-mail settings. Throws OperatorError naming the invalid variable; never shows SMTP_URL, which contains a
 * password.
 */
export function readMailConfig(
  environment: Readonly<Record<string, string | undefined>>,
  publicUrl: string,
): MailConfig {
  const smtp = readSmtpServer(environment.SMTP_URL?.trim());
  return { smtp, from: readSender(environment.MAIL_FROM?.trim(), new URL(publicUrl).hostname, smtp) };
}

function readSmtpServer(text: string | undefined): SmtpServer | undefined {
  if (text === undefined || text === '') return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const secure = url?.protocol === 'smtps:';
  if (
    url === undefined ||
    !/^smtps?:$/.test(url.protocol) ||
    url.hostname === '' ||
    !/^\/?$/.test(url.pathname) ||
    url.search !== '' ||
    url.hash !== '' ||
    (url.username === '') !== (url.password === '')
  )
    throw new OperatorError(
      'SMTP_URL must be a URL such as smtp://user:password@host:587 or smtps://user:password@host:465, with both user and password or neither, and nothing after the port.',
    );
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    user: decodeUrlPart(url.username),
    password: decodeUrlPart(url.password),
  };
}

/** Decodes a user or password: in a URL, characters such as @ and / are written as %40 and %2F. */
function decodeUrlPart(text: string): string | undefined {
  if (text === '') return undefined;
  try {
    return decodeURIComponent(text);
  } catch {
    throw new OperatorError('SMTP_URL must have a user and a password in which a percent sign is written as %25.');
  }
}

/** `Name <address>` or an address alone. */
function readSender(text: string | undefined, publicHost: string, smtp: SmtpServer | undefined): MailConfig['from'] {
  if (text === undefined || text === '') {
    const isPublic = isMailDomain(publicHost);
    if (!isPublic && smtp !== undefined && !isLoopback(smtp.host))
      throw new OperatorError(
        'MAIL_FROM must be set, such as "Haldur <no-reply@example.org>", because the host of PUBLIC_URL has no mail domain.',
      );
    return { name: 'Haldur', address: `no-reply@${isPublic ? publicHost : 'haldur.invalid'}` };
  }
  const [, name = '', address = text] = /^([^<>]*)<([^<>]*)>$/.exec(text) ?? [];
  if (!isMailAddress(address) || /[\p{Cc}"]/u.test(name))
    throw new OperatorError(
      `MAIL_FROM must be an address such as "Haldur <no-reply@example.org>" or no-reply@example.org. It is "${text}".`,
    );
  return { name: name.trim() || 'Haldur', address };
}
