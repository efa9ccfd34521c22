// The graph of the soak: one small chart under another, each a measure over the time, from zero up.
import type { Sample } from './soak-samples.ts';

const [width, height, left, gap] = [620, 70, 230, 26];
const maxPoints = 160;

const charts: readonly { readonly name: string; readonly unit: string; readonly of: (sample: Sample) => number }[] = [
  { name: 'memory of the service', unit: 'MB', of: ({ rss }) => rss },
  { name: 'its heap', unit: 'MB', of: ({ heap }) => heap },
  { name: 'own memory of PostgreSQL', unit: 'MB', of: ({ postgresMemory }) => postgresMemory },
  { name: 'event loop, p99 delay', unit: 'ms', of: ({ delayP99 }) => delayP99 },
  { name: 'open files of the service', unit: '', of: ({ files }) => files },
  { name: 'load of the machine', unit: '', of: ({ load }) => load },
];

/** An SVG that is readable on a light and on a dark page. */
export function drawSoak(samples: readonly Sample[]): string {
  const step = Math.max(1, Math.ceil(samples.length / maxPoints));
  const shown = samples.filter((_, nth) => nth % step === 0);
  const minutes = Math.round((samples.at(-1)?.seconds ?? 0) / 60);
  const total = charts.length * (height + gap) + gap;
  const parts = charts.map(({ name, unit, of }, nth) =>
    drawChart(shown.map(of), `${name}${unit && `, ${unit}`}`, nth * (height + gap) + gap / 2),
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${left + width + 60} ${total}" font-family="sans-serif" font-size="13">`,
    `<title>What the service holds over ${minutes} minutes</title>`,
    ...parts,
    `<text x="${left}" y="${total - 8}" fill="#888">0</text>`,
    `<text x="${left + width}" y="${total - 8}" fill="#888" text-anchor="end">${minutes} minutes</text>`,
    '</svg>\n',
  ].join('\n');
}

function drawChart(values: readonly number[], label: string, top: number): string {
  const max = Math.max(...values, 1e-9);
  const bottom = top + height;
  const points = values.map((value, nth) => {
    const x = left + (nth * width) / Math.max(1, values.length - 1);
    return `${x.toFixed(0)},${(bottom - (value / max) * height).toFixed(0)}`;
  });
  return [
    `<text x="${left - 10}" y="${top + height / 2}" fill="#888" text-anchor="end">${label}</text>`,
    `<text x="${left + width + 6}" y="${top + 10}" fill="#888">${Math.round(max)}</text>`,
    `<path d="M${left},${bottom}h${width}" stroke="#888" fill="none"/>`,
    `<polyline points="${points.join(' ')}" stroke="#2b7bb9" stroke-width="1.5" fill="none"/>`,
  ].join('\n');
}
