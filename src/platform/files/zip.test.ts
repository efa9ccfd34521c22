// Tests of ZIP files with an independent reader, Python’s.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { zip } from './zip.ts';

const run = promisify(execFile);
const skip = await run('python3', ['--version']).then(
  () => false as const,
  () => 'python3 is not installed: nobody else can look into the file.',
);

test('every entry is unpacked unchanged with its name, and the same entries give the same file', {
  skip,
}, async () => {
  const entries = [
    { name: 'Õunapuu-1.xml', bytes: Buffer.from('<a>õ</a>') },
    { name: 'empty.txt', bytes: Buffer.alloc(0) },
    { name: 'large.bin', bytes: Buffer.alloc(300_000, 'abc') },
  ];
  const folder = await mkdtemp(join(tmpdir(), 'haldur-zip-'));
  const path = join(folder, 'a.zip');
  await writeFile(path, await zip(entries));
  const look =
    'import sys, zipfile, json; z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; print(json.dumps([[n, z.read(n).hex()] for n in z.namelist()]))';
  const { stdout } = await run('python3', ['-c', look, path], { maxBuffer: 1e7 });
  await rm(folder, { recursive: true });
  assert.deepEqual(
    JSON.parse(stdout),
    entries.map(({ name, bytes }) => [name, bytes.toString('hex')]),
  );
  assert.deepEqual(await zip(entries), await zip(entries));
  assert.equal((await zip([])).length, 22);
});
