// The mailbox of development: e-mails that were written to files, to be read in the browser, with links that can be
// clicked. For this machine only.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { contentDisposition } from '../../http/downloads.ts';
import { cspHashSource, renderPublicPage, withSharedStyle } from '../../http/public-page.ts';
import { isFromThisMachine } from '../../http/this-machine.ts';
import {
  type LetterFile,
  type LetterHead,
  listLetterFiles,
  readLetterFile,
  readLetterHead,
} from '../../mail/letter-files.ts';
import type { Config } from '../../platform/config/config.ts';
import { NotFound, orNotFound } from '../../platform/errors.ts';
import { escapeHtml } from '../../platform/values/html.ts';

const style = withSharedStyle(readFileSync(new URL('./mailbox.css', import.meta.url), 'utf8'));
const maxListed = 100;

type LetterRequest = { Params: { name: string; index?: string } };

/** Registers /mailbox. Only if MAILBOX_PAGE=true. */
export function registerMailbox(server: FastifyInstance, { dataDir }: Pick<Config, 'dataDir'>): void {
  const folder = join(dataDir, 'mail');
  const readNamed = async (request: FastifyRequest<LetterRequest>): Promise<LetterFile> => {
    const { name } = request.params;
    if (!isFromThisMachine(request) || !(await listLetterFiles(folder)).includes(name)) throw new NotFound();
    return readLetterFile(folder, name);
  };
  server.get('/mailbox', async (request, reply) => {
    if (!isFromThisMachine(request)) throw new NotFound();
    const names = await listLetterFiles(folder);
    const letters = await Promise.all(names.slice(0, maxListed).map((name) => readLetterHead(folder, name)));
    return sendPage(reply, 'Mailbox', listOf(letters, names.length));
  });
  server.get<LetterRequest>('/mailbox/:name', async (request, reply) => {
    const letter = await readNamed(request);
    return sendPage(reply, letter.subject, letterPage(letter));
  });
  server.get<LetterRequest>('/mailbox/:name/html', async (request, reply) => sendHtml(reply, await readNamed(request)));
  server.get<LetterRequest>('/mailbox/:name/attachments/:index', async (request, reply) => {
    const { attachments } = await readNamed(request);
    const attachment = orNotFound(attachments[Number(request.params.index)]);
    return reply
      .header('content-disposition', contentDisposition(attachment.fileName, 'attachment'))
      .type('application/octet-stream')
      .send(attachment.content);
  });
}

/**
 * The HTML of an e-mail. It may show styles, and its links open in a tab of their own; it may do nothing else, also
 * when it is opened without the frame.
 */
function sendHtml(reply: FastifyReply, { html }: LetterFile): FastifyReply {
  return reply
    .headers({
      'content-security-policy':
        "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; frame-ancestors 'self'",
      'x-frame-options': 'SAMEORIGIN',
    })
    .type('text/html; charset=utf-8')
    .send(html.replace('<head>', '<head>\n<base target="_blank">'));
}

function sendPage(reply: FastifyReply, title: string, main: string): FastifyReply {
  return reply
    .header(
      'content-security-policy',
      `default-src 'none'; style-src ${cspHashSource(style)}; frame-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    )
    .type('text/html; charset=utf-8')
    .send(renderPublicPage({ language: 'en', title, brand: 'Haldur · mailbox of this machine', style, main }));
}

function listOf(letters: readonly LetterHead[], total: number): string {
  if (letters.length === 0)
    return '<h1>Mailbox</h1>\n<p>There is no e-mail yet. E-mails that the service would send appear here. Reload the page to see new ones.</p>\n';
  const entries = letters.map(
    ({ name, to, subject, date }) =>
      `<li><a href="/mailbox/${encodeURIComponent(name)}">${escapeHtml(subject)}<span>${escapeHtml(to)} · ${escapeHtml(shortTime(date))}</span></a></li>`,
  );
  const more = total > letters.length ? `<p>These are the latest ${letters.length} of ${total}.</p>\n` : '';
  return `<h1>Mailbox</h1>\n<ul class="letters">${entries.join('\n')}</ul>\n${more}`;
}

function letterPage({ name, subject, to, date, text, html, attachments }: LetterFile): string {
  const path = `/mailbox/${encodeURIComponent(name)}`;
  const files = attachments.map(
    ({ fileName }, index) => `<li><a href="${path}/attachments/${index}">${escapeHtml(fileName)}</a></li>`,
  );
  return [
    '<p><a href="/mailbox">All e-mails</a></p>',
    `<h1>${escapeHtml(subject)}</h1>`,
    `<p class="head">To ${escapeHtml(to)} · ${escapeHtml(shortTime(date))}</p>`,
    files.length === 0 ? '' : `<ul>${files.join('\n')}</ul>`,
    html === ''
      ? ''
      : `<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" src="${path}/html" title="The e-mail"></iframe>`,
    `<h2>As plain text</h2>\n<pre>${withLinks(text)}</pre>\n`,
  ].join('\n');
}

/** Text as HTML, with its web addresses as links. */
function withLinks(text: string): string {
  const parts = text.split(/(https?:\/\/[^\s<>"]+)/);
  return parts
    .map((part, index) =>
      index % 2 === 0 ? escapeHtml(part) : `<a href="${escapeHtml(part)}" rel="noreferrer">${escapeHtml(part)}</a>`,
    )
    .join('');
}

/** A moment to the minute. */
function shortTime(date: string): string {
  return date.replace('T', ' ').replace(/:\d\d(\.\d+)?Z$/, ' UTC');
}
