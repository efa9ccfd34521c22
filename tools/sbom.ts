// Software bill of materials: a list of all components (CycloneDX) with their licences and known vulnerabilities. npm
// provides both.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import manifest from '../package.json' with { type: 'json' };
import {
  type Advisory,
  daysBetweenReviews,
  isReviewDue,
  knownVulnerabilities,
  lastReview,
  whatIsOverdue,
} from './known-vulnerabilities.ts';

type Licence = { readonly expression?: string; readonly license?: { readonly id?: string; readonly name?: string } };
type Component = { readonly name: string; readonly version: string; readonly licenses?: readonly Licence[] };
type Sbom = { readonly metadata: { readonly component: object }; readonly components: readonly Component[] };
/** `via` names the component through which it is vulnerable, or has what is known of it. */
type Vulnerability = {
  readonly name: string;
  readonly via: readonly (string | Pick<Advisory, 'title' | 'url' | 'severity'>)[];
};

/**
 * Licences that require at most a notice, or that changes to the component itself are open, and nothing of its users.
 */
const acceptedLicences =
  /^(MIT|MIT-0|ISC|0BSD|BSD-2-Clause|BSD-3-Clause|Apache-2\.0|BlueOak-1\.0\.0|CC0-1\.0|CC-BY-4\.0|Unlicense|OFL-1\.1|PostgreSQL|Python-2\.0|MPL-2\.0|LGPL-3\.0-or-later)$/;

/** Packages without a licence field, and the licence in their LICENSE file. */
const knownLicences: Readonly<Record<string, string>> = { 'png-js': 'MIT', reserved: 'MIT' };

const root = fileURLToPath(new URL('..', import.meta.url));
/**
 * Where the lockfiles of tools are that only tests use. They are no part of the service, but their licences are
 * checked.
 */
const toolFolders = [join(root, 'test/generators')];
/** Where NODE_ENV is production, npm leaves out what only development needs. */
const everything = '--include=dev';
/** The MCP server has dependencies of its own, which are published with it. */
const mcpFolder = join(root, 'packages/mcp');

/**
 * Writes sbom.cdx.json and licences.md to a folder (`sbom` by default), and asks the registry for known
 * vulnerabilities. Exit code 1 when a licence needs review, a vulnerability is new or overdue, or all versions are due
 * for a review; an unavailable registry is reported and is no failure.
 */
export async function sbom([folder = join(root, 'sbom')]: readonly string[]): Promise<void> {
  const made = listComponents(root);
  Object.assign(made.metadata.component, { name: manifest.name }); // npm names it after the folder.
  const others = [...toolFolders, mcpFolder].flatMap((lockfile) => listComponents(lockfile).components);
  const byLicence = Map.groupBy([...made.components, ...others], licenceOf);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'sbom.cdx.json'), `${JSON.stringify(made, null, 2)}\n`);
  writeFileSync(join(folder, 'licences.md'), licencesPage(byLicence));
  console.log(`${made.components.length} components in ${resolve(folder)}: sbom.cdx.json, licences.md.`);
  for (const [licence, parts] of byLicence)
    if (!isAccepted(licence))
      reportFailure(
        `${licence}: ${parts.map(({ name }) => name).join(', ')}. Judge this licence, and name it in tools/sbom.ts.`,
      );
  reportUpdates([root, mcpFolder].map(audit), new Date().toISOString().slice(0, 10));
}

/** Reports what must be updated now. Of a report that is missing, nothing that is listed can be said to be fixed. */
function reportUpdates(reports: readonly (Advisory[] | undefined)[], today: string): void {
  const advisories = reports.flatMap((report) => report ?? []);
  const urls = new Set(advisories.map(({ url }) => url));
  const waiting = reports.includes(undefined)
    ? knownVulnerabilities.filter(({ url }) => urls.has(url))
    : knownVulnerabilities;
  for (const line of whatIsOverdue(advisories, waiting, today)) reportFailure(line);
  if (waiting.length > 0) console.log(`${waiting.length} known vulnerabilities wait: tools/known-vulnerabilities.ts.`);
  if (isReviewDue(today))
    reportFailure(
      `The versions were last reviewed on ${lastReview}, more than ${daysBetweenReviews} days ago: npm outdated; update; note the day in tools/known-vulnerabilities.ts.`,
    );
}

function listComponents(folder: string): Sbom {
  const words = ['--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only', everything];
  return JSON.parse(npm('sbom', '--prefix', folder, ...words).out);
}

/** What the registry knows against the components of a lockfile; undefined if it does not respond. */
function audit(folder: string): Advisory[] | undefined {
  const { out, err } = npm(
    'audit',
    '--prefix',
    folder,
    '--json',
    everything,
    '--fetch-retries=1',
    '--fetch-timeout=30000',
  );
  const report: { vulnerabilities?: Record<string, Vulnerability>; message?: string } = JSON.parse(out || '{}');
  if (report.vulnerabilities === undefined) {
    const reason = report.message ?? (err.trim().split('\n')[0] || 'no answer');
    console.log(`The registry does not say what is known against the components (${reason}): that was not looked at.`);
    return undefined;
  }
  const advisories = Object.values(report.vulnerabilities).flatMap(({ name, via }) =>
    via.flatMap((each) => (typeof each === 'string' ? [] : [{ component: name, ...each }])),
  );
  if (advisories.length === 0) console.log('The registry knows of nothing against them.');
  return advisories;
}

function npm(...words: string[]): { out: string; err: string } {
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26, timeout: 120_000 } as const;
  const { stdout, stderr, error } = spawnSync('npm', words, options);
  return { out: stdout ?? '', err: error?.message ?? stderr ?? '' };
}

function licenceOf({ name, licenses = [] }: Component): string {
  const named = licenses.map(({ expression, license }) => expression ?? license?.id ?? license?.name).join(' AND ');
  return named || knownLicences[name] || 'no licence named';
}

/** Whether all licences of an SPDX expression are accepted; of alternatives, too, so that nobody has to choose. */
function isAccepted(expression: string): boolean {
  return expression.split(/[\s()]+/).every((word) => /^(|AND|OR)$/.test(word) || acceptedLicences.test(word));
}

function licencesPage(byLicence: ReadonlyMap<string, readonly Component[]>): string {
  const sections = [...byLicence]
    .toSorted(([a], [b]) => a.localeCompare(b, 'en'))
    .map(([licence, parts]) => {
      const lines = parts.map(({ name, version }) => `- ${name} ${version}`);
      return `## ${licence}\n\n${[...new Set(lines)].sort().join('\n')}\n`;
    });
  return `# Licences of the components\n\nMade by \`npm run sbom\`. What they ask us to say is in docs/notices.md.\n\n${sections.join('\n')}`;
}

function reportFailure(line: string): void {
  console.error(line);
  process.exitCode = 1;
}
