// Tests of the dashboard and the alert rules in deploy/: every metric they name is served by an API and by a worker
// process, and every link leads somewhere.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { startTestService } from './service-fixture.ts';
import { makeServiceProcess } from './service-process.ts';
import { startSilentProxy, urlBehind } from './silent-proxy.ts';

const g = await startTestService();
const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

type Alert = { readonly name: string; readonly expr: string; readonly summary: string; readonly runbook: string };

/** The rules of the alert file, each of whose values stands on one line. */
const alerts: Alert[] = read('deploy/prometheus-alerts.yaml')
  .split('- alert: ')
  .slice(1)
  .map((text) => {
    const fieldOf = (key: string) => new RegExp(`^ +${key}: (.+)$`, 'm').exec(text)?.[1] ?? '';
    return {
      name: text.split('\n')[0] ?? '',
      expr: fieldOf('expr'),
      summary: fieldOf('summary'),
      runbook: fieldOf('runbook'),
    };
  });

const dashboard: {
  panels: { id: number; title: string; gridPos: { x: number; y: number }; targets: { expr: string }[] }[];
} = JSON.parse(read('deploy/grafana-dashboard.json'));

/**
 * The metrics that an expression names: words that are neither functions nor labels, and not `up`, which Prometheus
 * makes itself.
 */
function metricsIn(expr: string): string[] {
  const bare = expr.replace(/\{[^}]*\}|\[[^\]]*\]|\bby \([^)]*\)|"[^"]*"/g, ' ');
  const words = [...bare.matchAll(/\b[a-z_]\w*\b(?!\s*\()/g)].map(([word]) => word);
  return words
    .filter((word) => !['and', 'by', 'or', 'up'].includes(word))
    .map((word) => word.replace(/_(count|sum|bucket)$/, ''));
}

test('every metric of the dashboard and the alerts is in the answer of an API and of a worker', async () => {
  const exprs = [
    ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ...alerts.map(({ expr }) => expr),
  ];
  const named = new Set(exprs.flatMap(metricsIn));
  assert.ok(named.size > 15, [...named].join(' '));
  const proxy = await startSilentProxy();
  for (const ROLE of ['api', 'worker']) {
    const settings = {
      DATABASE_URL: urlBehind(proxy, g.database),
      SECRET_KEY: g.app.config.secretKey.toString('base64'),
      LOG_LEVEL: 'silent',
    };
    const { start } = makeServiceProcess({ ...settings, ROLE });
    const { origin } = new URL((await start()).url);
    const text = await (await fetch(`${origin}/metrics`)).text();
    const served = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
    assert.deepEqual(
      [...named].filter((name) => !served.has(name)),
      [],
      ROLE,
    );
  }
});

test('every alert says what to do, and links to a heading that exists', () => {
  assert.ok(alerts.length >= 10);
  assert.equal(new Set(alerts.map(({ name }) => name)).size, alerts.length);
  for (const { name, expr, summary, runbook } of alerts) {
    assert.ok(expr !== '' && summary.endsWith('.'), name);
    const [path = '', anchor] = runbook.split('#');
    const headings = [...read(path).matchAll(/^##+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    );
    assert.ok(anchor !== undefined && headings.includes(anchor), `${name}: ${runbook}`);
  }
});

test('the panels of the dashboard have their own places', () => {
  const places = dashboard.panels.map(({ gridPos }) => `${gridPos.x} ${gridPos.y}`);
  assert.equal(new Set(places).size, places.length);
});
