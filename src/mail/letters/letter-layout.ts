// The layout of every e-mail: plain text that is complete by itself, and plain HTML without images, with all values
// escaped.
import { escapeHtml } from '../../platform/values/html.ts';
import type { Language } from '../../platform/values/languages.ts';
import { serviceWords } from '../../words/service-words.ts';
import { oneLine } from './letter-words.ts';

type LetterLink = { readonly label: string; readonly link: string };

/** An e-mail before layout: plain text, one line each, at most one button. */
export type LetterContent = {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly button?: LetterLink;
  /** Further links, below the button. */
  readonly more?: readonly LetterLink[];
  /** The line below the button. */
  readonly after?: readonly string[];
};

/** Returns the e-mail as plain text; the link is on a separate line. */
export function renderText(language: Language, { paragraphs, button, more = [], after = [] }: LetterContent): string {
  const action = [button, ...more].flatMap((shown) => (shown ? [`${shown.label}:\n${safeLink(shown.link)}`] : []));
  const lines = [
    serviceWords[language].mail.frame.greeting,
    ...paragraphs.map(oneLine),
    ...action,
    ...after.map(oneLine),
  ];
  return `${[...lines, `-- \n${serviceWords[language].mail.frame.footer}`].join('\n\n')}\n`;
}

/** Returns the e-mail as HTML, with dark colours for mail programs that support them. */
export function renderHtml(
  language: Language,
  { subject, paragraphs, button, more = [], after = [] }: LetterContent,
): string {
  const paragraphsHtml = [serviceWords[language].mail.frame.greeting, ...paragraphs].map(paragraphHtml).join('\n');
  const action = button === undefined ? '' : buttonHtml(language, button);
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(oneLine(subject))}</title>
<style>
@media (prefers-color-scheme: dark) {
  .page { background: #16181b !important; }
  .sheet { background: #212428 !important; color: #eceef0 !important; }
  .quiet, .quiet a { color: #a3abb3 !important; }
  .button { background: #6ea8e5 !important; color: #10151a !important; }
}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f2f4f6">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="page" style="background:#f2f4f6"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="sheet" style="${sheetStyle}"><tr><td style="padding:28px 28px 12px">
${paragraphsHtml}
${action}
${more.map(linkHtml).join('\n')}
${after.map(paragraphHtml).join('\n')}
</td></tr></table>
<p class="quiet" style="${quietStyle}">${escapeHtml(serviceWords[language].mail.frame.footer)}</p>
</td></tr></table>
</body>
</html>
`;
}

const font = 'font-family:system-ui,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif';
const sheetStyle = `max-width:560px;background:#ffffff;color:#1d2329;border-radius:8px;text-align:left;${font};font-size:16px;line-height:1.5`;
const quietStyle = `margin:16px 0;color:#5a646e;${font};font-size:13px;line-height:1.5;word-break:break-word`;
const buttonStyle = `display:inline-block;padding:12px 24px;border-radius:6px;background:#1f5d9c;color:#ffffff;text-decoration:none;font-weight:600`;

function paragraphHtml(text: string): string {
  return `<p style="margin:0 0 16px;overflow-wrap:anywhere">${escapeHtml(oneLine(text))}</p>`;
}

function linkHtml({ label, link }: LetterLink): string {
  return `<p style="margin:0 0 16px"><a href="${escapeHtml(safeLink(link))}" style="color:inherit">${escapeHtml(label)}</a></p>`;
}

function buttonHtml(language: Language, { label, link }: LetterLink): string {
  const href = escapeHtml(safeLink(link));
  return `<p style="margin:24px 0"><a class="button" href="${href}" style="${buttonStyle}">${escapeHtml(label)}</a></p>
<p class="quiet" style="${quietStyle}">${escapeHtml(serviceWords[language].mail.frame.linkHint)}<br><a href="${href}" style="color:#5a646e">${escapeHtml(link)}</a></p>`;
}

/** Only absolute web URLs become links. Throws an Error for any other, such as one that would run a script. */
function safeLink(link: string): string {
  if (!/^https?:\/\/[^\s<>"]+$/i.test(link)) throw new Error('A link in an e-mail must be an http or https URL.');
  return link;
}
