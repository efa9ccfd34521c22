// Tests of docs/webhooks.md: its examples of checking a signature are run as printed, with a published vector and a
// recorded delivery; and its table of events matches the OpenAPI document.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { describeEvents } from '../src/http/openapi/openapi-events.ts';

const page = readFileSync(new URL('../docs/webhooks.md', import.meta.url), 'utf8');

type Vector = {
  readonly secret: string;
  readonly body: string;
  readonly header: string | null;
  readonly genuine: boolean;
};
const published = {
  secret: "It's a Secret to Everybody",
  body: 'Hello, World!',
  header: 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
};
/** As a receiver got it. */
const recorded = {
  secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDazfsLVQQgyo=',
  body: '{"event":"invoice.paid","timestamp":"2026-11-20T09:00:00.000Z","tenantId":"019a9c3e-5b7c-7d21-8a44-0c4c6f2b9e10","data":{"invoiceId":"019a9c3e-5b7c-7d21-8a44-0c4c6f2b9e11","amount":43.1}}',
  header: 'sha256=df24a2e80258ddf7e7ea14f6e30c3ac4ff869625391115a3018f745632442be9',
};
const vectors: readonly Vector[] = [published, recorded].flatMap((item) => [
  { ...item, genuine: true },
  { ...item, body: `${item.body} `, genuine: false },
  { ...item, secret: `${item.secret}x`, genuine: false },
  { ...item, header: item.header.replace('sha256=', ''), genuine: false },
  { ...item, header: item.header.toUpperCase(), genuine: false },
  { ...item, header: 'sha256=õ', genuine: false },
  { ...item, header: item.header.replace(/.$/, 'õ'), genuine: false },
  { ...item, header: '', genuine: false },
  { ...item, header: null, genuine: false },
]);

function snippet(language: string): string {
  const code = new RegExp(`\`\`\`${language}\\n(.+?)\`\`\``, 's').exec(page)?.[1];
  assert.ok(code, `docs/webhooks.md has no snippet in ${language}`);
  return code;
}

/** Runs a program that reads the vectors from standard input and prints its verdict on each. */
function judged(command: string, args: readonly string[]): unknown {
  const input = JSON.stringify(vectors);
  const { stdout, stderr, status } = spawnSync(command, args, { input, encoding: 'utf8', timeout: 20_000 });
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout);
}

const right = vectors.map((vector) => vector.genuine);

test('the check in Node accepts only what is genuine', () => {
  const rest = `
    const vectors = JSON.parse(await new Response(process.stdin).text());
    console.log(JSON.stringify(vectors.map((vector) => isGenuine(Buffer.from(vector.body), vector.header ?? undefined, vector.secret))));`;
  assert.deepEqual(judged(process.execPath, ['--input-type=module', '-e', snippet('js') + rest]), right);
});

const withoutPython = spawnSync('python3', ['--version']).status === 0 ? false : 'python3 is not installed';
test('the check in Python accepts only what is genuine', { skip: withoutPython }, () => {
  const rest = `
import json, sys
print(json.dumps([is_genuine(v["body"].encode(), v["header"], v["secret"]) for v in json.load(sys.stdin)]))`;
  assert.deepEqual(judged('python3', ['-c', snippet('python') + rest]), right);
});

const withoutPhp = spawnSync('php', ['--version']).status === 0 ? false : 'php is not installed';
test('the check in PHP accepts only what is genuine', { skip: withoutPhp }, () => {
  const check = snippet('php').split('\n\n')[0];
  const rest = `
foreach (json_decode(file_get_contents('php://stdin'), true) as $v) $all[] = isGenuine($v['body'], $v['header'], $v['secret']);
echo json_encode($all);`;
  assert.deepEqual(judged('php', ['-r', check + rest]), right);
});

const withoutMono = spawnSync('mcs', ['--version']).status === 0 ? false : 'mono (mono-mcs) is not installed';
test('the check in C# compiles, and accepts only what is genuine', { skip: withoutMono }, () => {
  const [imports, check] = snippet('csharp').split('\n\n');
  const literal = (text: string | null) =>
    text === null ? 'null' : `U.GetString(Convert.FromBase64String("${Buffer.from(text).toString('base64')}"))`;
  const asked = vectors.map(
    ({ body, header, secret }) => `IsGenuine(U.GetBytes(${literal(body)}), ${literal(header)}, ${literal(secret)})`,
  );
  const program = `${imports}
static class Check {
  static readonly Encoding U = Encoding.UTF8;
  ${check}
  static void Main() { Console.WriteLine(("[" + string.Join(",", new[] { ${asked.join(', ')} }) + "]").ToLowerInvariant()); }
}`;
  const folder = mkdtempSync(join(tmpdir(), 'haldur-csharp-'));
  try {
    writeFileSync(join(folder, 'check.cs'), program);
    const compiled = spawnSync('mcs', ['-out:check.exe', 'check.cs'], {
      cwd: folder,
      encoding: 'utf8',
      timeout: 60_000,
    });
    assert.equal(compiled.status, 0, compiled.stderr + compiled.stdout);
    assert.deepEqual(judged('mono', [join(folder, 'check.exe')]), right);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('the page lists every event with the fields of the OpenAPI document', () => {
  type Schema = { properties: { data: { properties: Record<string, unknown> } } };
  const described = describeEvents() as Record<
    string,
    { post: { requestBody: { content: Record<string, { schema: Schema }> } } }
  >;
  const fields = Object.entries(described).map(([event, { post }]) => {
    const { data } = post.requestBody.content['application/json']?.schema.properties ?? {};
    return [event, Object.keys(data?.properties ?? {})];
  });
  const listed = [...page.matchAll(/^\| `([a-z]+\.[a-z]+)` \| .+? \| (.+) \|$/gm)].map(([, event, data = '']) => [
    event,
    data.replaceAll('`', '').split(', '),
  ]);
  assert.deepEqual(listed, fields);
});
