// Mail transport: sends one e-mail to the mail server of SMTP_URL, or writes it to a file in DATA_DIR/mail, and reports
// why it was not accepted.
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SecureContextOptions } from 'node:tls';
import { domainToASCII } from 'node:url';
import type { SendMailOptions } from 'nodemailer';
import type { Config } from '../platform/config/config.ts';
import type { MailConfig, SmtpServer } from '../platform/config/mail-config.ts';
import type { Certificate } from '../platform/config/tls-config.ts';
import { isLoopback } from '../platform/network.ts';
import { loadLater } from '../platform/processes/load-later.ts';
import { mailAddressProblem } from '../platform/values/mail-address.ts';
import { oneLine } from './letters/letter-words.ts';

const nodemailer = loadLater<typeof import('nodemailer')>('nodemailer');

/**
 * An e-mail ready to send. `id` is permanent: the same id gives the same Message-ID, so that a repeat can be
 * recognised.
 */
export type MailMessage = {
  readonly id: string;
  readonly to: { readonly address: string; readonly name: string | null };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly date: Date;
  readonly attachments: readonly MailAttachment[];
};

/** An attachment. */
export type MailAttachment = { readonly filename: string; readonly contentType: string; readonly content: Buffer };

/** Accepted; or not accepted: permanently (`refused`) or for now (`failed`), with a one-line reason without secrets. */
export type TransportResult =
  | { readonly kind: 'sent' }
  | { readonly kind: 'refused' | 'failed'; readonly reason: string };

export type MailTransport = {
  /** Never throws for failures of a mail server. Ends with `signal`. */
  send(mail: MailMessage, signal: AbortSignal): Promise<TransportResult>;
  close(): void;
};

/** The maximum number of connections to the mail server. */
export const maxConnections = 8;
const connectMs = 10_000;
const greetingMs = 10_000;
const silenceMs = 30_000;
const maxReasonLength = 300;

/** Creates the transport for the settings. */
export function openTransport({
  mail,
  dataDir,
  clientCertificate,
}: Pick<Config, 'mail' | 'dataDir'> & Partial<Pick<Config, 'clientCertificate'>>): MailTransport {
  return mail.smtp === undefined
    ? fileTransport(mail.from, join(dataDir, 'mail'))
    : smtpTransport(mail.from, smtpOptions(mail.smtp, clientCertificate));
}

/**
 * The nodemailer options. With a password or certificate STARTTLS must succeed, unless the server is this machine;
 * without, it is used if it works.
 */
export function smtpOptions({ host, port, secure, user, password }: SmtpServer, certificate?: Certificate) {
  const tls: SecureContextOptions | undefined = certificate;
  const isKnown = user !== undefined || certificate !== undefined;
  const requireTLS = !secure && isKnown && !isLoopback(host);
  return {
    host,
    port,
    secure,
    requireTLS,
    opportunisticTLS: !requireTLS,
    ...(tls === undefined ? {} : { tls }),
    ...(user === undefined ? {} : { auth: { user, pass: password ?? '' } }),
    connectionTimeout: connectMs,
    dnsTimeout: connectMs,
    greetingTimeout: greetingMs,
    socketTimeout: silenceMs,
    pool: true as const,
    maxConnections: maxConnections,
    // A connection that the server closed while idle costs no attempt; our own schedule handles everything else.
    maxRequeues: 1,
  };
}

/** Sends to a server, over reused connections. */
export function smtpTransport(from: MailConfig['from'], options: ReturnType<typeof smtpOptions>): MailTransport {
  const open = () => nodemailer().createTransport(options);
  let transporter: ReturnType<typeof open> | undefined;
  return {
    async send(mail, signal) {
      const problem = mailAddressProblem(mail.to.address);
      if (problem !== undefined) return { kind: 'refused', reason: problem };
      try {
        transporter ??= open();
        await transporter.sendMail({ ...toSmtpMessage(from, mail), signal });
        return { kind: 'sent' };
      } catch (error) {
        return classifyFailure(error, [
          options.auth?.user,
          options.auth?.pass,
          mail.to.address,
          asciiAddress(mail.to.address),
        ]);
      }
    },
    close: () => transporter?.close({ force: true }),
  };
}

/**
 * Writes files, for development. A file appears under its name when it is complete. It may contain a sign-in link,
 * hence mode 0600.
 */
function fileTransport(from: MailConfig['from'], folder: string): MailTransport {
  return {
    async send(mail) {
      const problem = mailAddressProblem(mail.to.address);
      if (problem !== undefined) return { kind: 'refused', reason: problem };
      const name = `${mail.date.toISOString().replaceAll(':', '-')}-${mail.id}.eml`;
      try {
        const writer = nodemailer().createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
        const { message } = await writer.sendMail(toSmtpMessage(from, mail));
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await writeAtomically(join(folder, name), message as Buffer);
        return { kind: 'sent' };
      } catch (error) {
        return { kind: 'failed', reason: failureReason(error, []) };
      }
    },
    close() {},
  };
}

async function writeAtomically(path: string, bytes: Buffer): Promise<void> {
  const draft = `${path}.${process.pid}`;
  try {
    const file = await open(draft, 'w', 0o600);
    await file.writeFile(bytes).finally(() => file.close());
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
}

/** The nodemailer message. User-entered text is one line each, so that it can never become a header. */
function toSmtpMessage(from: MailConfig['from'], mail: MailMessage): SendMailOptions {
  const address = asciiAddress(mail.to.address);
  return {
    from: { name: from.name, address: asciiAddress(from.address) },
    to: { name: oneLine(mail.to.name ?? ''), address },
    envelope: { from: asciiAddress(from.address), to: [address] },
    messageId: `<${mail.id}${asciiAddress(from.address).replace(/^.*@/, '@')}>`,
    date: mail.date,
    subject: oneLine(mail.subject),
    text: mail.text,
    html: mail.html,
    attachments: [...mail.attachments],
    headers: { 'Auto-Submitted': 'auto-generated' },
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** An address with its domain in ASCII, as every mail server understands it. */
function asciiAddress(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  return address.slice(0, at) + domainToASCII(address.slice(at));
}

/**
 * Permanent is a 5xx for the recipient or the message; everything else may be fixed by time or by the operator (sender,
 * password, TLS, connection).
 */
function classifyFailure(error: unknown, secrets: readonly (string | undefined)[]): TransportResult {
  const reason = failureReason(error, secrets);
  const { code, command, responseCode } = error as { code?: string; command?: string; responseCode?: number };
  if (code === 'EENVELOPE' && command === 'API') return { kind: 'refused', reason };
  const permanent = responseCode !== undefined && responseCode >= 500 && responseCode < 600;
  // 503 means a wrong order of commands, 530 a missing sign-in, 538 missing TLS: none is caused by this e-mail.
  const isOurFault = [503, 530, 534, 535, 538].includes(responseCode ?? 0);
  const aboutMail = command === 'RCPT TO' || command === 'DATA' || responseCode === 552;
  return { kind: permanent && !isOurFault && aboutMail ? 'refused' : 'failed', reason };
}

/**
 * The error of the server or the network, in one line, without credentials, recipient, and link paths (they may contain
 * a token).
 */
function failureReason(error: unknown, secrets: readonly (string | undefined)[]): string {
  const { message, response } = error as { message?: string; response?: string };
  let reason = oneLine(response || message || String(error));
  for (const secret of secrets) if (secret !== undefined && secret.length > 3) reason = reason.replaceAll(secret, '…');
  return reason.replace(/(https?:\/\/[^\s/?#]+)[^\s]*/gi, '$1/…').slice(0, maxReasonLength);
}
